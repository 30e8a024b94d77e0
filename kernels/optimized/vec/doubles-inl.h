// Functions of floats that are computed in double, for one SIMD target: where a float loses too many digits.

#if defined(ETK_VEC_DOUBLES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_DOUBLES_INL_H_
#undef ETK_VEC_DOUBLES_INL_H_
#else
#define ETK_VEC_DOUBLES_INL_H_
#endif

#include "hwy/highway.h"
#include "vec/exponential-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// f of the lanes one by one: what is rare, or has no vectors.
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

/// f(wide, x…), of halves of the lanes as doubles. The results are rounded once.
template <class D, class F, class... Vs>
HWY_INLINE hn::Vec<D> in_doubles(D d, const F& f, Vs... x) {
  const hn::Repartition<double, D> wide;
  const hn::Half<D> half;
  const auto lower = f(wide, hn::PromoteLowerTo(wide, x)...);
  const auto upper = f(wide, hn::PromoteUpperTo(wide, x)...);
  return hn::Combine(d, hn::DemoteTo(half, upper), hn::DemoteTo(half, lower));
}

/// Beside it in a sum, a double is rounded to an integer, whose lowest bits are the lowest of the sum: 1.5 ·
/// 2^52.
constexpr double kDoubleShifter = 6755399441055744.0;

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif  // per target
