// Shifts of vectors of integers by any number of bits, for one SIMD target, with the semantics of
// etk/elementwise/shift.h.

#if defined(ETK_VEC_SHIFT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_SHIFT_INL_H_
#undef ETK_VEC_SHIFT_INL_H_
#else
#define ETK_VEC_SHIFT_INL_H_
#endif

#include "hwy/highway.h"
#include "vec/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// The lanes in which b is less than the number of bits of an integer. Negative shifts count as too large.
template <class D, class V>
HWY_INLINE hn::Mask<D> is_within(D d, V b) {
  const hn::RebindToUnsigned<D> bits;
  const auto is_less = hn::Lt(hn::BitCast(bits, b), hn::Set(bits, 8 * sizeof(hn::TFromD<D>)));
  return hn::RebindMask(d, is_less);
}

struct LeftShift {
  template <class D, class V>
  HWY_INLINE V operator()(D d, V a, V b) const {
    // Masks the shift amounts to the range that the instruction supports; out-of-range lanes are replaced
    // afterwards.
    const V some = hn::And(b, hn::Set(d, 8 * sizeof(hn::TFromD<D>) - 1));
    return hn::IfThenElseZero(is_within(d, b), hn::Shl(a, some));
  }
};

struct RightShift {
  template <class D, class V>
  HWY_INLINE V operator()(D d, V a, V b) const {
    using T = hn::TFromD<D>;
    const V most = hn::Set(d, 8 * sizeof(T) - 1);
    if constexpr (hwy::IsSigned<T>()) {
      return hn::Shr(a, hn::IfThenElse(is_within(d, b), b, most));
    } else {
      return hn::IfThenElseZero(is_within(d, b), hn::Shr(a, hn::And(b, most)));
    }
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif  // per target
