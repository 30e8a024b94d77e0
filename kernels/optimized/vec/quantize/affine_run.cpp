#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/quantize/affine_run.cpp"
#include "vec/base/each_target.h"

#include "vec/base/integers-inl.h"
#include "vec/quantize/affine_run.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;

// Sets to[i] = f(from[i], factor, zero_point); f takes and returns vectors.
template <class From, class To, class F>
HWY_INLINE void map_run(
    const From* from, size_t n, const RunNumbers& numbers, To* HWY_RESTRICT to, const F& f) {
  const Floats d;
  const hn::Rebind<From, Floats> from_tag;
  const hn::Rebind<To, Floats> to_tag;
  const size_t lanes = hn::Lanes(d);
  size_t i = 0;
  if (numbers.are_each) {
    const float *factors = numbers.factors, *zero_points = numbers.zero_points;
    for (; i + lanes <= n; i += lanes) {
      const auto x = hn::LoadU(from_tag, from + i);
      hn::StoreU(f(x, hn::LoadU(d, factors + i), hn::LoadU(d, zero_points + i)), to_tag, to + i);
    }
    if (i < n) {
      const size_t left = n - i;
      const auto factor = hn::LoadN(d, factors + i, left), zero_point = hn::LoadN(d, zero_points + i, left);
      hn::StoreN(f(hn::LoadN(from_tag, from + i, left), factor, zero_point), to_tag, to + i, left);
    }
    return;
  }
  const auto factor = hn::Set(d, *numbers.factors), zero_point = hn::Set(d, *numbers.zero_points);
  for (; i + 2 * lanes <= n; i += 2 * lanes) {
    const auto first = f(hn::LoadU(from_tag, from + i), factor, zero_point);
    const auto second = f(hn::LoadU(from_tag, from + i + lanes), factor, zero_point);
    hn::StoreU(first, to_tag, to + i);
    hn::StoreU(second, to_tag, to + i + lanes);
  }
  for (; i < n; i += lanes) {
    const size_t left = n - i < lanes ? n - i : lanes;
    hn::StoreN(f(hn::LoadN(from_tag, from + i, left), factor, zero_point), to_tag, to + i, left);
  }
}

// Clamps whole numbers, and converts them; NaN becomes 0.
template <class To, class V>
HWY_INLINE auto whole(V x, V low, V high) {
  const auto bounded = hn::Min(hn::Max(x, low), high);
  return hn::DemoteTo(
      hn::Rebind<To, Floats>(),
      hn::ConvertTo(hn::Rebind<int32_t, Floats>(), hn::IfThenElseZero(hn::Eq(x, x), bounded)));
}

bool quantize_floats(
    const float* from, size_t n, const RunNumbers& numbers, const Quantization& how, void* to) {
  const auto low = hn::Set(Floats(), static_cast<float>(how.range.low));
  const auto high = hn::Set(Floats(), static_cast<float>(how.range.high));
  return with_integers(how.dtype, [&](auto value) HWY_ATTR {
    using To = decltype(value);
    if constexpr (sizeof(To) > 2) {
      return false;
    } else if (!how.rounds_last) {
      map_run(from, n, numbers, static_cast<To*>(to), [&](auto x, auto factor, auto zero_point) HWY_ATTR {
        return whole<To>(hn::Add(hn::Round(hn::Mul(x, factor)), zero_point), low, high);
      });
      return true;
    } else {
      // In two steps, so that no compiler joins the product and the sum into one operation, which rounds
      // once.
      float products[kChunk];
      for (size_t i = 0; i < n; i += kChunk) {
        const size_t left = n - i < kChunk ? n - i : kChunk, at = numbers.are_each ? i : 0;
        const RunNumbers factors = {numbers.factors + at, numbers.zero_points + at, numbers.are_each};
        map_run(from + i, left, factors, products, [](auto x, auto factor, auto) HWY_ATTR {
          return hn::Mul(x, factor);
        });
        map_run(
            products, left, factors, static_cast<To*>(to) + i, [&](auto x, auto, auto zero_point) HWY_ATTR {
              return whole<To>(hn::Round(hn::Add(x, zero_point)), low, high);
            });
      }
      return true;
    }
  });
}

bool dequantize_integers(const void* from, ScalarType dtype, size_t n, const RunNumbers& numbers, float* to) {
  return with_integers(dtype, [&](auto value) HWY_ATTR {
    using From = decltype(value);
    if constexpr (sizeof(From) > 4) {
      return false;
    } else {
      const auto f = [](auto x, auto scale, auto zero_point) HWY_ATTR {
        const hn::Rebind<int32_t, Floats> integers;
        if constexpr (sizeof(From) == 4) {
          return hn::Mul(hn::Sub(hn::ConvertTo(Floats(), x), zero_point), scale);
        } else {
          return hn::Mul(hn::Sub(hn::ConvertTo(Floats(), hn::PromoteTo(integers, x)), zero_point), scale);
        }
      };
      map_run(static_cast<const From*>(from), n, numbers, to, f);
      return true;
    }
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace etk::vec {

HWY_EXPORT(quantize_floats);
HWY_EXPORT(dequantize_integers);

bool quantize_run(const float* from, size_t n, const RunNumbers& numbers, const Quantization& how, void* to) {
  return HWY_DYNAMIC_DISPATCH(quantize_floats)(from, n, numbers, how, to);
}

bool dequantize_run(const void* from, ScalarType dtype, size_t n, const RunNumbers& numbers, float* to) {
  return HWY_DYNAMIC_DISPATCH(dequantize_integers)(from, dtype, n, numbers, to);
}

void dequantize_array(
    ScalarType dtype, const void* from, size_t n, float zero_point, float scale, float* to) {
  dequantize_run(from, dtype, n, {&scale, &zero_point, false}, to);
}

}  // namespace etk::vec

#endif  // HWY_ONCE
