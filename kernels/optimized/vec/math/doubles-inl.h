// Functions of floats that are computed in double, for one SIMD target, because float loses too many digits.

#if defined(ETK_VEC_DOUBLES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_DOUBLES_INL_H_
#undef ETK_VEC_DOUBLES_INL_H_
#else
#define ETK_VEC_DOUBLES_INL_H_
#endif

#include "hwy/highway.h"
#include "vec/math/exponential-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Applies f to each lane: for rare cases, and targets without vectors of double.
template <class D, class F, class... Vs>
HWY_NOINLINE hn::Vec<D> by_lanes(D d, const F& f, Vs... x) {
  constexpr size_t kMost = hn::MaxLanes(D());
  HWY_ALIGN hn::TFromD<D> in[sizeof...(Vs)][kMost], out[kMost] = {};
  size_t k = 0;
  (hn::Store(x, d, in[k++]), ...);
  for (size_t i = 0; i < hn::Lanes(d); ++i) {
    if constexpr (sizeof...(Vs) == 1) {
      out[i] = f(in[0][i]);
    } else {
      out[i] = f(in[0][i], in[1][i]);
    }
  }
  return hn::Load(d, out);
}

/// f(wide, x…), where x… are halves of the lanes, converted to double. The results are rounded once.
template <class D, class F, class... Vs>
HWY_INLINE hn::Vec<D> in_doubles(D d, const F& f, Vs... x) {
  const hn::Repartition<double, D> wide;
  const hn::Half<D> half;
  const auto lower = f(wide, hn::PromoteLowerTo(wide, x)...);
  const auto upper = f(wide, hn::PromoteUpperTo(wide, x)...);
  return hn::Combine(d, hn::DemoteTo(half, upper), hn::DemoteTo(half, lower));
}

/// 1.5 · 2^52: adding it rounds a double to an integer, whose lowest bits are the lowest bits of the sum.
constexpr double kDoubleShifter = 6755399441055744.0;

/// The base-2 logarithm of a positive double in the range of float.
template <class D, class V>
HWY_INLINE V double_log2(D d, V x) {
  const hn::RebindToUnsigned<D> integers;
  // x = 2^n · (1 + r) with r in [√½ - 1, √2 - 1]. The exponent bias of doubles is 1023.
  const auto bits = hn::BitCast(integers, x);
  const auto shifted = hn::Sub(bits, hn::Set(integers, 0x3FE6A09E667F3BCDull - (uint64_t{1023} << 52)));
  const auto exponent = hn::ShiftRight<52>(shifted);
  // In a sum with 2^52, the lowest bits are the integer.
  const V n = hn::Sub(
      hn::BitCast(d, hn::Or(exponent, hn::Set(integers, 0x4330000000000000ull))),
      hn::Set(d, 4503599627370496.0 + 1023));
  const auto unit = hn::Sub(bits, hn::ShiftLeft<52>(hn::Sub(exponent, hn::Set(integers, 1023))));
  const V r = hn::Sub(hn::BitCast(d, unit), hn::Set(d, 1.0));
  // log2(1 + r) / r, to 1.1e-10.
  const V quotient = polynomial(
      d, r, 1.4426950409393464, -0.72134752521252155, 0.48089832072915206, -0.36067280066018031,
      0.28854064371317911, -0.2405041693533522, 0.2060962463437728, -0.17904702151648089, 0.15900169148194232,
      -0.15698201134035819, 0.1548563769904997, -0.08634513007116644);
  return hn::MulAdd(r, quotient, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif  // per target
