// The maximum of a window and its index, for one SIMD target.

#if defined(ETK_VEC_POOL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_POOL_INL_H_
#undef ETK_VEC_POOL_INL_H_
#else
#define ETK_VEC_POOL_INL_H_
#endif

#include "hwy/highway.h"
#include "vec/base/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Takes an element, and its place, that is larger than the maximum of the previous elements, or NaN.
template <class V, class VI>
HWY_INLINE void take_larger(V x, VI at, V& best, VI& where) {
  const auto take = hn::Or(hn::Gt(x, best), hn::IsNaN(x));
  best = hn::IfThenElse(take, x, best);
  where = hn::IfThenElse(hn::RebindMask(hn::DFromV<VI>(), take), at, where);
}

template <class D, class V>
HWY_INLINE void store_indices(D d, V where, size_t n, int64_t* to) {
  HWY_ALIGN int32_t lanes[hn::MaxLanes(d)];
  hn::Store(where, d, lanes);
  for (size_t i = 0; i < n; ++i) {
    to[i] = lanes[i];
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif  // per target
