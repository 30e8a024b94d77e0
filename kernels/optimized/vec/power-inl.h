// Powers of vectors of floats, for one SIMD target. They are computed in double: an error of the logarithm is
// multiplied with the exponent.

#if defined(ETK_VEC_POWER_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_POWER_INL_H_
#undef ETK_VEC_POWER_INL_H_
#else
#define ETK_VEC_POWER_INL_H_
#endif

#include "hwy/highway.h"
#include "vec/doubles-inl.h"

#include <cmath>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// x^y for a float x above 0. Of others the result is a number, and wrong.
struct PowerOfPositive {
  template <class D, class V>
  HWY_INLINE V operator()(D d, V x, V y) const {
    // Beyond, no float has the result. What is NaN does not matter.
    const V limit = hn::Set(d, 300.0);
    const V power = hn::Max(hn::Min(hn::Mul(log2(d, x), y), limit), hn::Neg(limit));
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

  template <class D, class V>
  static HWY_INLINE V log2(D d, V x) {
    const hn::RebindToUnsigned<D> integers;
    // x = 2^n · (1 + r) with r in [√½ - 1, √2 - 1]. The exponents of doubles begin with -1023.
    const auto bits = hn::BitCast(integers, x);
    const auto shifted = hn::Sub(bits, hn::Set(integers, 0x3FE6A09E667F3BCDull - (uint64_t{1023} << 52)));
    const auto exponent = hn::ShiftRight<52>(shifted);
    // Beside 2^52 in a sum, an integer is in the lowest bits.
    const V n = hn::Sub(
        hn::BitCast(d, hn::Or(exponent, hn::Set(integers, 0x4330000000000000ull))),
        hn::Set(d, 4503599627370496.0 + 1023));
    const auto unit = hn::Sub(bits, hn::ShiftLeft<52>(hn::Sub(exponent, hn::Set(integers, 1023))));
    const V r = hn::Sub(hn::BitCast(d, unit), hn::Set(d, 1.0));
    // log2(1 + r) / r, to 1.1e-10.
    const V quotient = polynomial(
        d, r, 1.4426950409393464, -0.72134752521252155, 0.48089832072915206, -0.36067280066018031,
        0.28854064371317911, -0.2405041693533522, 0.2060962463437728, -0.17904702151648089,
        0.15900169148194232, -0.15698201134035819, 0.1548563769904997, -0.08634513007116644);
    return hn::MulAdd(r, quotient, n);
  }
};

/// x^y, with the signs, infinities and NaNs of C's pow.
template <class D, class V>
HWY_INLINE V pow(D d, V x, V y) {
#if HWY_HAVE_FLOAT64
  const V zero = hn::Zero(d), one = hn::Set(d, 1.0f), infinity = hn::Inf(d), a = hn::Abs(x);
  const V positive = in_doubles(d, PowerOfPositive(), a, y);
  // 0 and infinity have such powers themselves.
  const auto is_reciprocal = hn::Lt(y, zero);
  const V of_zero = hn::IfThenElseZero(is_reciprocal, infinity);
  const V of_infinity = hn::IfThenZeroElse(is_reciprocal, infinity);
  V result = hn::IfThenElse(hn::Eq(a, zero), of_zero, positive);
  result = hn::IfThenElse(hn::Eq(a, infinity), of_infinity, result);
  result = hn::IfThenElse(hn::Eq(a, one), one, result);
  // Negative numbers have powers with integers, those of odd ones being negative. All floats from 2^24 on are
  // even.
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

/// √(x² + y²), also where a square is no float. It is infinite where one of them is, though the other is NaN.
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
