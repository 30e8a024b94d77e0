// Division of vectors of floats with remainder, for one SIMD target. All results except the rounded quotient
// are exact, like those of C's fmod. vec/math/integer_division-inl.h is for integers.

#if defined(ETK_VEC_DIVISION_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_DIVISION_INL_H_
#undef ETK_VEC_DIVISION_INL_H_
#else
#define ETK_VEC_DIVISION_INL_H_
#endif

#include "hwy/highway.h"
#include "vec/math/doubles-inl.h"

#include <cmath>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// The largest quotient for which rounding in double does not change its integer part, and for which its
/// product with y is exact in double.
constexpr float kLargeQuotient = 134217728.0f;  // 2^27

struct DoubleRemainder {
  template <class D, class V>
  HWY_INLINE V operator()(D, V x, V y) const {
    return hn::NegMulAdd(hn::Trunc(hn::Div(x, y)), y, x);
  }
};

/// The remainder of the division that rounds toward zero; it has the sign of x.
template <class D, class V, HWY_IF_FLOAT_D(D)>
HWY_INLINE V remainder(D d, V x, V y) {
#if HWY_HAVE_FLOAT64
  const V divisor = hn::Abs(y), most = hn::Mul(divisor, hn::Set(d, kLargeQuotient));
  const auto is_small = hn::And(hn::Le(hn::Abs(x), most), hn::Lt(divisor, hn::Inf(d)));
  if (HWY_LIKELY(hn::AllTrue(d, is_small))) {
    return hn::CopySign(in_doubles(d, DoubleRemainder(), x, y), x);
  }
#endif
  return by_lanes(d, [](float a, float b) { return std::fmod(a, b); }, x, y);
}

/// Whether the remainder and the divisor have different signs, so that rounding down decrements the quotient.
template <class D, class V>
HWY_INLINE hn::Mask<D> is_beyond(D d, V rest, V y) {
  const V zero = hn::Zero(d);
  return hn::And(hn::Ne(rest, zero), hn::Xor(hn::Lt(rest, zero), hn::Lt(y, zero)));
}

/// The remainder of the division that rounds down; it has the sign of y.
template <class D, class V, HWY_IF_FLOAT_D(D)>
HWY_INLINE V floored_remainder(D d, V x, V y) {
  const V rest = remainder(d, x, y);
  return hn::IfThenElse(is_beyond(d, rest, y), hn::Add(rest, y), rest);
}

/// The quotient, rounded down. It is computed from the remainder, because x / y may be rounded up to the next
/// integer.
template <class D, class V, HWY_IF_FLOAT_D(D)>
HWY_INLINE V floored_quotient(D d, V x, V y) {
  const V zero = hn::Zero(d), rest = remainder(d, x, y), plain = hn::Div(x, y);
  const V one_less = hn::IfThenElseZero(is_beyond(d, rest, y), hn::Set(d, 1.0f));
  const V quotient = hn::Sub(hn::Div(hn::Sub(x, rest), y), one_less);
  const V rounded = hn::IfThenElse(hn::Eq(quotient, zero), hn::CopySign(zero, plain), hn::Round(quotient));
  return hn::IfThenElse(hn::Eq(y, zero), plain, rounded);
}

template <class D, class V, HWY_IF_FLOAT_D(D)>
HWY_INLINE V truncated_quotient(D, V x, V y) {
  return hn::Trunc(hn::Div(x, y));
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif  // per target
