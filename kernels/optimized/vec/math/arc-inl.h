// Inverse trigonometric functions of vectors of floats, for one SIMD target.

#if defined(ETK_VEC_ARC_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_ARC_INL_H_
#undef ETK_VEC_ARC_INL_H_
#else
#define ETK_VEC_ARC_INL_H_
#endif

#include "hwy/highway.h"
#include "vec/math/exponential-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// π / 2 as the sum of two parts.
constexpr float kHalfPi = 1.57079637f, kHalfPiRest = -4.371139e-8f;

/// π / 2 - x
template <class D, class V>
HWY_INLINE V complement(D d, V x) {
  return hn::Sub(hn::Set(d, kHalfPi), hn::Sub(x, hn::Set(d, kHalfPiRest)));
}

/// asin(|x|) for |x| <= 0.55. For larger |x|, half of acos(|x|), which is less than 1/2, and `is_far` is set.
template <class D, class V>
HWY_INLINE V near_arc(D d, V x, hn::Mask<D>& is_far) {
  const V a = hn::Abs(x), half = hn::Set(d, 0.5f);
  is_far = hn::Gt(a, hn::Set(d, 0.55f));
  const V square = hn::IfThenElse(is_far, hn::NegMulAdd(a, half, half), hn::Mul(a, a));
  const V s = hn::IfThenElse(is_far, hn::Sqrt(square), a);
  // (asin(s) - s) / s³, to 1.4e-9 of asin(s).
  const V rest = polynomial(
      d, square, 0.166666403f, 0.0750160515f, 0.0443152599f, 0.0334122255f, 0.00867813081f, 0.0451740175f);
  return hn::MulAdd(hn::Mul(s, square), rest, s);
}

template <class D, class V>
HWY_INLINE V asin(D d, V x) {
  hn::Mask<D> is_far;
  const V arc = near_arc(d, x, is_far);
  return hn::CopySign(hn::IfThenElse(is_far, complement(d, hn::Add(arc, arc)), arc), x);
}

template <class D, class V>
HWY_INLINE V acos(D d, V x) {
  hn::Mask<D> is_far;
  const V arc = near_arc(d, x, is_far);
  const auto is_negative = hn::Lt(x, hn::Zero(d));
  // π - 2 · arc = 2 · (π / 2 - arc)
  const V far = hn::IfThenElse(is_negative, complement(d, arc), arc);
  return hn::IfThenElse(is_far, hn::Add(far, far), complement(d, hn::CopySign(arc, x)));
}

/// atan(x) for x in [0, 1].
template <class D, class V>
HWY_INLINE V atan_of_quotient(D d, V x) {
  const V square = hn::Mul(x, x);
  // (atan(x) - x) / x³, to 3.4e-9 of atan(x).
  const V rest = polynomial(
      d, square, -0.333332986f, 0.199985474f, -0.142642409f, 0.109521814f, -0.0840343982f, 0.0579574481f,
      -0.0311777219f, 0.0109145483f, -0.00179360819f);
  return hn::MulAdd(hn::Mul(x, square), rest, x);
}

template <class D, class V>
HWY_INLINE V atan(D d, V x) {
  const V a = hn::Abs(x), one = hn::Set(d, 1.0f);
  const auto is_steep = hn::Gt(a, one);
  const V arc =
      atan_of_quotient(d, hn::Div(hn::IfThenElse(is_steep, one, a), hn::IfThenElse(is_steep, a, one)));
  return hn::CopySign(hn::IfThenElse(is_steep, complement(d, arc), arc), x);
}

/// The angle of the point (x, y).
template <class D, class V>
HWY_INLINE V atan2(D d, V y, V x) {
  const V zero = hn::Zero(d), one = hn::Set(d, 1.0f), width = hn::Abs(x), height = hn::Abs(y);
  const auto is_steep = hn::Gt(height, width);
  const V small = hn::IfThenElse(is_steep, width, height), large = hn::IfThenElse(is_steep, height, width);
  // The angle of two zeros is 0, and that of two infinities π / 4.
  const V equal = hn::IfThenElse(hn::Eq(small, zero), zero, one);
  const V quotient = hn::IfThenElse(hn::Eq(small, large), equal, hn::Div(small, large));
  const V arc = atan_of_quotient(d, quotient);
  const V right = hn::IfThenElse(is_steep, complement(d, arc), arc);
  // π - right
  const V left = hn::Sub(hn::Set(d, 2 * kHalfPi), hn::Sub(right, hn::Set(d, 2 * kHalfPiRest)));
  const auto is_left = hn::IsNegative(x);
  return hn::CopySign(hn::IfThenElse(is_left, left, right), y);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif  // per target
