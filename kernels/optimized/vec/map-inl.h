// Loops over arrays of floats, for one SIMD target. A function is a class: `V operator()(D d, V x…)`.

#if defined(ETK_VEC_MAP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_MAP_INL_H_
#undef ETK_VEC_MAP_INL_H_
#else
#define ETK_VEC_MAP_INL_H_
#endif

#include "hwy/highway.h"
#include "vec/map.h"

#include <utility>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;
static_assert(hn::MaxLanes(Floats()) <= Input::kRepeated, "elements are repeated so often");

HWY_INLINE const float* at(const Input& input, size_t i) {
  return static_cast<const float*>(input.data) + (i & input.mask);
}

template <class F, size_t... k, class... Vs>
HWY_INLINE void map_values(const Input* in, Output to, size_t n, std::index_sequence<k...>, Vs... numbers) {
  const F f;
  float* HWY_RESTRICT out = static_cast<float*>(to.data);
  const Floats d;
  const size_t lanes = hn::Lanes(d);
  const auto run_some = [&](size_t i, size_t count) HWY_ATTR {
    hn::StoreN(f(d, hn::LoadN(d, at(in[k], i), count)..., numbers...), d, out + i, count);
  };
  size_t i = 0;
  // Up to where the out is aligned. Memory that an app plans is aligned to 16 bytes, and a vector may be 64,
  // so that each would be in two cache lines: those of the operands, too, which most often are aligned as the
  // out. A few vectors are not worth it.
  const size_t behind = reinterpret_cast<uintptr_t>(out) / sizeof(float) % lanes;
  const bool is_long = n > 16 * lanes;
  if (behind != 0 && is_long) {
    i = lanes - behind;
    run_some(0, i);
  }
  const bool streams = HWY_ARCH_X86 && to.far && is_long;
  for (; i + 2 * lanes <= n; i += 2 * lanes) {
    const auto first = f(d, hn::LoadU(d, at(in[k], i))..., numbers...);
    const auto second = f(d, hn::LoadU(d, at(in[k], i + lanes))..., numbers...);
    if (streams) {
      hn::Stream(first, d, out + i);
      hn::Stream(second, d, out + i + lanes);
    } else {
      hn::StoreU(first, d, out + i);
      hn::StoreU(second, d, out + i + lanes);
    }
  }
  for (; i < n; i += lanes) {
    run_some(i, HWY_MIN(lanes, n - i));
  }
}

template <class F, size_t... k, size_t... j>
HWY_INLINE void map_with_numbers(
    const Input* in, Output out, size_t n, std::index_sequence<k...> operands, std::index_sequence<j...>) {
  const Floats d;
  map_values<F>(in, out, n, operands, hn::Set(d, *at(in[sizeof...(k) + j], 0))...);
}

/// A Function: F of kCount operands, and of kNumbers behind them that are the same for all elements.
template <class F, size_t kCount, size_t kNumbers = 0>
HWY_INLINE void map_floats(const Input* in, Output out, size_t n) {
  map_with_numbers<F>(in, out, n, std::make_index_sequence<kCount>(), std::make_index_sequence<kNumbers>());
}

/// A Function whose results are Bools: F(d, a, b) is a mask.
template <class F>
HWY_INLINE void compare_floats(const Input* in, Output out, size_t n) {
  const Floats d;
  const hn::Rebind<uint8_t, Floats> bytes;
  const hn::RebindToUnsigned<Floats> integers;
  const size_t lanes = hn::Lanes(d);
  auto* HWY_RESTRICT to = static_cast<uint8_t*>(out.data);
  const auto compare = [&](auto a, auto b) HWY_ATTR {
    const auto mask = hn::RebindMask(integers, F()(d, a, b));
    return hn::TruncateTo(bytes, hn::IfThenElseZero(mask, hn::Set(integers, 1)));
  };
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    hn::StoreU(compare(hn::LoadU(d, at(in[0], i)), hn::LoadU(d, at(in[1], i))), bytes, to + i);
  }
  if (i < n) {
    const auto a = hn::LoadN(d, at(in[0], i), n - i), b = hn::LoadN(d, at(in[1], i), n - i);
    hn::StoreN(compare(a, b), bytes, to + i, n - i);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif  // per target
