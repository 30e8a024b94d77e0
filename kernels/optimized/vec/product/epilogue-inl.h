// The bounds of an epilogue, for one SIMD target.

#if defined(ETK_VEC_EPILOGUE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_EPILOGUE_INL_H_
#undef ETK_VEC_EPILOGUE_INL_H_
#else
#define ETK_VEC_EPILOGUE_INL_H_
#endif

#include "hwy/highway.h"
#include "vec/product/epilogue.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Clamps a vector; NaN stays NaN.
template <class V>
HWY_INLINE V clamp(V x, V low, V high) {
  const V raised = hn::IfThenElse(hn::Lt(x, low), low, x);
  return hn::IfThenElse(hn::Gt(raised, high), high, raised);
}

/// The same, for the bounds of an epilogue.
template <class D>
HWY_INLINE hn::Vec<D> clamp(D d, const Epilogue& epilogue, hn::Vec<D> x) {
  return clamp(x, hn::Set(d, epilogue.low), hn::Set(d, epilogue.high));
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif  // per target
