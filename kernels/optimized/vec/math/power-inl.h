// Powers of vectors of floats, for one SIMD target. Powers with arbitrary exponents are computed in double,
// because the error of the logarithm is multiplied by the exponent.

#if defined(ETK_VEC_POWER_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_POWER_INL_H_
#undef ETK_VEC_POWER_INL_H_
#else
#define ETK_VEC_POWER_INL_H_
#endif

#include "hwy/highway.h"
#include "vec/math/doubles-inl.h"

#include <cmath>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class D, class V>
HWY_INLINE V rsqrt(D d, V x) {
  return hn::Div(hn::Set(d, 1.0f), hn::Sqrt(x));
}

// x^y for a float x > 0. For other x, the result is an arbitrary number.
struct PowerOfPositive {
  template <class D, class V>
  HWY_INLINE V operator()(D d, V x, V y) const {
    // For larger exponents, the result is out of float's range. The result for NaN is not used.
    const V limit = hn::Set(d, 300.0);
    const V power = hn::Max(hn::Min(hn::Mul(double_log2(d, x), y), limit), hn::Neg(limit));
    const V shifter = hn::Set(d, kDoubleShifter), n = hn::Add(power, shifter);
    const V r = hn::Sub(power, hn::Sub(n, shifter));
    // 2^r, to 1.9e-9.
    const V result = polynomial(
        d, r, 1.0000000005541252, 0.69314720573733246, 0.24022646890962854, 0.055503287768780031,
        0.0096184889234962392, 0.001339993125776851, 0.00015345820547504841);
    const hn::RebindToUnsigned<D> integers;
    return hn::BitCast(
        d, hn::Add(hn::BitCast(integers, result), hn::ShiftLeft<52>(hn::BitCast(integers, n))));
  }
};

/// x^y, with the special cases of C's pow: signs, infinities and NaN.
template <class D, class V>
HWY_INLINE V pow(D d, V x, V y) {
#if HWY_HAVE_FLOAT64
  const V zero = hn::Zero(d), one = hn::Set(d, 1.0f), infinity = hn::Inf(d), a = hn::Abs(x);
  const V positive = in_doubles(d, PowerOfPositive(), a, y);
  // Powers of 0 and infinity are 0 or infinity.
  const auto is_reciprocal = hn::Lt(y, zero);
  const V of_zero = hn::IfThenElseZero(is_reciprocal, infinity);
  const V of_infinity = hn::IfThenZeroElse(is_reciprocal, infinity);
  V result = hn::IfThenElse(hn::Eq(a, zero), of_zero, positive);
  result = hn::IfThenElse(hn::Eq(a, infinity), of_infinity, result);
  result = hn::IfThenElse(hn::Eq(a, one), one, result);
  // Powers of negative numbers with integer exponents are defined, and negative for odd exponents. All floats
  // from 2^24 on are even.
  const V half = hn::Mul(y, hn::Set(d, 0.5f));
  const auto is_integer = hn::Eq(hn::Trunc(y), y), is_even = hn::Eq(hn::Trunc(half), half);
  const auto is_odd = hn::AndNot(is_even, is_integer);
  result = hn::CopySign(result, hn::IfThenElseZero(is_odd, x));
  const auto has_power = hn::Or(hn::Or(is_integer, hn::Ge(x, zero)), hn::Eq(a, infinity));
  result = hn::IfThenElse(hn::And(has_power, hn::Not(hn::IsEitherNaN(x, y))), result, hn::NaN(d));
  return hn::IfThenElse(hn::Or(hn::Eq(x, one), hn::Eq(y, zero)), one, result);
#else
  return by_lanes(d, [](float base, float exponent) { return std::pow(base, exponent); }, x, y);
#endif
}

struct RootOfSquares {
  template <class D, class V>
  HWY_INLINE V operator()(D, V x, V y) const {
    return hn::Sqrt(hn::MulAdd(x, x, hn::Mul(y, y)));
  }
};

/// √(x² + y²), even if a square overflows. It is infinite if x or y is infinite, even if the other is NaN.
template <class D, class V>
HWY_INLINE V hypot(D d, V x, V y) {
#if HWY_HAVE_FLOAT64
  const V length = in_doubles(d, RootOfSquares(), x, y);
  return hn::IfThenElse(hn::Or(hn::IsInf(x), hn::IsInf(y)), hn::Inf(d), length);
#else
  return by_lanes(d, [](float a, float b) { return std::hypot(a, b); }, x, y);
#endif
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif  // per target
