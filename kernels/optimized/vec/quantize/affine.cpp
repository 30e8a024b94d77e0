#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/quantize/affine.cpp"
#include "vec/base/each_target.h"

#include "vec/base/integers-inl.h"
#include "vec/quantize/affine.h"

#include <cstddef>
#include <cstdint>

#ifndef ETK_VEC_QUANTIZE_RUN
#define ETK_VEC_QUANTIZE_RUN

namespace etk::vec {

// The numbers of the elements of a run: one of each for all, or for each.
struct RunNumbers {
  const float* factors;  // scales, or their inverses
  const float* zero_points;
  bool are_each;
};

// The range of the integers.
struct FloatRange {
  float low;
  float high;
};

}  // namespace etk::vec

#endif  // once

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

bool quantize_run_of_target(
    const float* from,
    size_t n,
    const RunNumbers& numbers,
    const Quantization& how,
    const FloatRange& range,
    void* to) {
  const auto low = hn::Set(Floats(), range.low), high = hn::Set(Floats(), range.high);
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

bool dequantize_run_of_target(
    const void* from, ScalarType dtype, size_t n, const RunNumbers& numbers, float* to) {
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

#include "etk/base/values.h"
#include "vec/base/array.h"
#include "vec/base/parallel.h"

#include <atomic>

namespace etk::vec {

HWY_EXPORT(quantize_run_of_target);
HWY_EXPORT(dequantize_run_of_target);

namespace {

// Calls f(out, input, n, numbers) for parts of the runs of both tensors, with scales and zero points as
// floats; the scales are 1 / scale if `inverts`. False if f returns false, or for layouts that share no runs.
template <typename F>
bool for_each_run(const Tensor& input, const Affine& affine, bool inverts, Tensor& out, const F& f) {
  const View to(out), from(input);
  Loop loop(to);
  loop.add(to);
  loop.add(from);
  Parameters scales(affine.scale, loop), zero_points(affine.zero_point, loop);
  loop.simplify();
  scales.start(loop);
  zero_points.start(loop);
  const auto size = [](const View& view) { return static_cast<ptrdiff_t>(view.element_size); };
  if (loop.empty()) {
    return true;
  }
  if (loop.rank() > 0 && (loop.inner_stride(0) != size(to) || loop.inner_stride(1) != size(from))) {
    return false;
  }
  const bool are_each = !scales.is_one() || !zero_points.is_one();
  std::atomic<bool> is_good{true};
  // The elements of a run from `begin` to `end`.
  const auto run = [&](Cursor& cursor, size_t begin, size_t end) {
    float factors[kChunk], zeros[kChunk];
    Parameters scale = scales, zero_point = zero_points;
    cursor.step(begin);
    for (size_t n; begin < end; begin += n) {
      n = are_each ? chunk_of(end - begin) : end - begin;
      scale.read(cursor, are_each ? n : 1);
      zero_point.read(cursor, are_each ? n : 1);
      for (size_t i = 0; i < (are_each ? n : 1); ++i) {
        factors[i] = static_cast<float>(inverts ? 1 / scale[i] : scale[i]);
        zeros[i] = static_cast<float>(zero_point[i]);
      }
      if (!f(cursor.at(0), cursor.at(1), n, RunNumbers{factors, zeros, are_each})) {
        is_good.store(false, std::memory_order_relaxed);
      }
      cursor.step(n);
    }
  };
  const size_t n = loop.inner_size(), runs = Shape(out).numel() / n;
  if (runs == 1) {
    parallel(n, 1, [&](size_t begin, size_t end) {
      Cursor cursor(loop);
      run(cursor, begin, end);
    });
  } else {
    parallel(runs, n, [&](size_t begin, size_t end) {
      Cursor cursor(loop, begin);
      for (size_t i = begin; i < end; ++i) {
        run(cursor, 0, n);
      }
    });
  }
  return is_good;
}

// Whether the differences of zero points and integers are exact in float.
bool are_exact(const Parameter& zero_point, size_t size) {
  constexpr double kMost = 1 << 23;
  const auto is_exact = [&](double z) { return z == 0 || (size <= 2 && -kMost < z && z < kMost); };
  if (!zero_point.each) {
    return is_exact(to<double>(zero_point.number));
  }
  View view = *zero_point.each;
  for (size_t d = 0; d < view.rank; ++d) {
    view.sizes[d] = view.strides[d] == 0 ? 1 : view.sizes[d];
  }
  bool are_all = true;
  for_each_value<double>(view, ScalarType::Double, [&](double z) {
    are_all = are_all && is_exact(z) && z == static_cast<double>(static_cast<int64_t>(z));
  });
  return are_all;
}

}  // namespace

bool quantize(const Tensor& input, const Affine& affine, const Quantization& how, Tensor& out) {
  if (input.scalar_type() != ScalarType::Float || affine.common != ScalarType::Float) {
    return false;
  }
  const FloatRange range = {static_cast<float>(how.range.low), static_cast<float>(how.range.high)};
  const auto function = HWY_DYNAMIC_POINTER(quantize_run_of_target);
  return for_each_run(
      input, affine, /*inverts=*/true, out,
      [&](void* to, const void* from, size_t n, const RunNumbers& numbers) {
        return function(static_cast<const float*>(from), n, numbers, how, range, to);
      });
}

bool dequantize(const Tensor& input, const Affine& affine, const Dequantization& how, Tensor& out) {
  if (out.scalar_type() != ScalarType::Float || affine.common != ScalarType::Float ||
      !(how.rounds_each || are_exact(affine.zero_point, input.element_size()))) {
    return false;
  }
  const auto function = HWY_DYNAMIC_POINTER(dequantize_run_of_target);
  return for_each_run(
      input, affine, /*inverts=*/false, out,
      [&](void* to, const void* from, size_t n, const RunNumbers& numbers) {
        return function(from, how.dtype, n, numbers, static_cast<float*>(to));
      });
}

void dequantize_array(
    ScalarType dtype, const void* from, size_t n, float zero_point, float scale, float* to) {
  const RunNumbers numbers = {&scale, &zero_point, false};
  HWY_DYNAMIC_DISPATCH(dequantize_run_of_target)(from, dtype, n, numbers, to);
}

}  // namespace etk::vec

#endif  // HWY_ONCE
