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

/// Clamps a vector to the epilogue's bounds; NaN stays NaN.
template <class D>
HWY_INLINE hn::Vec<D> clamp(D d, const Epilogue& epilogue, hn::Vec<D> x) {
  const auto low = hn::Set(d, epilogue.low), high = hn::Set(d, epilogue.high);
  const auto raised = hn::IfThenElse(hn::Lt(x, low), low, x);
  return hn::IfThenElse(hn::Gt(raised, high), high, raised);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif  // per target
