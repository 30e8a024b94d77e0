// Mathematical functions of vectors of floats, for one SIMD target. Each is within 2 units in the last place
// of the exact value, denormal results and infinities included, which tests/kernels/test_vector_math.py shows
// for every float there is. The coefficients are minimax fits, for the error that each comment says.

#if defined(ETK_VEC_MATH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_MATH_INL_H_
#undef ETK_VEC_MATH_INL_H_
#else
#define ETK_VEC_MATH_INL_H_
#endif

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// c[0] + x · (c[1] + x · (…))
template <class D, class V, size_t kCount>
HWY_INLINE V polynomial(D d, V x, const float (&c)[kCount]) {
  V sum = hn::Set(d, c[kCount - 1]);
  for (size_t i = kCount - 1; i-- > 0;) {
    sum = hn::MulAdd(sum, x, hn::Set(d, c[i]));
  }
  return sum;
}

/// e^x as 2^n · (1 + p), with x in [-150, 150]; returns p, which is in [-0.3, 0.42].
template <class D, class V>
HWY_INLINE V power(D d, V x, V& n) {
  n = hn::Round(hn::Mul(x, hn::Set(d, 1.44269504f)));
  // ln 2 in two parts, the first with so few digits that n times it is exact.
  const V high = hn::NegMulAdd(n, hn::Set(d, 0.693359375f), x);
  const V r = hn::NegMulAdd(n, hn::Set(d, -2.12194440e-4f), high);
  // eʳ - 1 = r + r² · q(r), to 5e-11.
  constexpr float kQ[] = {0.500000008f,   0.166666669f,   0.0416662538f,
                          0.00833326264f, 0.00139472249f, 0.000199193799f};
  return hn::MulAdd(hn::Mul(r, r), polynomial(d, r, kQ), r);
}

/// 2^n for integers n in [-126, 127].
template <class D, class V>
HWY_INLINE V power_of_two(D d, V n) {
  const hn::RebindToSigned<D> integers;
  return hn::BitCast(d, hn::ShiftLeft<23>(hn::Add(hn::ConvertTo(integers, n), hn::Set(integers, 127))));
}

/// The value, or the limit that it is beyond; NaN stays. That is what the instruction of x86 makes of a
/// second operand, but not that of ARM.
template <class D, class V>
HWY_INLINE V at_least(D d, float low, V x) {
#if HWY_ARCH_X86
  return hn::Max(hn::Set(d, low), x);
#else
  return hn::IfThenElse(hn::Lt(x, hn::Set(d, low)), hn::Set(d, low), x);
#endif
}

template <class D, class V>
HWY_INLINE V at_most(D d, float high, V x) {
#if HWY_ARCH_X86
  return hn::Min(hn::Set(d, high), x);
#else
  return hn::IfThenElse(hn::Gt(x, hn::Set(d, high)), hn::Set(d, high), x);
#endif
}

template <class D, class V>
HWY_INLINE V exp(D d, V x) {
  // Beyond, the result is 0 or infinite anyway.
  V n;
  const V p = power(d, at_most(d, 90.0f, at_least(d, -105.0f, x)), n);
#if HWY_TARGET <= HWY_AVX3
  return hn::MulByFloorPow2(hn::Add(p, hn::Set(d, 1.0f)), n);
#else
  // In two steps: 2^n may be beyond the floats where the result is not.
  const V half = hn::Floor(hn::Mul(n, hn::Set(d, 0.5f)));
  const V scale = power_of_two(d, half);
  return hn::Mul(hn::MulAdd(p, scale, scale), power_of_two(d, hn::Sub(n, half)));
#endif
}

/// e^x for x <= 0 of which results below 2^-126 need not be right.
template <class D, class V>
HWY_INLINE V exp_of_negative(D d, V x) {
  V n;
  const V p = power(d, at_least(d, -87.0f, x), n);
#if HWY_TARGET <= HWY_AVX3
  return hn::MulByFloorPow2(hn::Add(p, hn::Set(d, 1.0f)), n);
#else
  const V scale = power_of_two(d, n);
  return hn::MulAdd(p, scale, scale);
#endif
}

/// e^x - 1 for x <= 0.
template <class D, class V>
HWY_INLINE V expm1_of_negative(D d, V x) {
  V n;
  const V p = power(d, at_least(d, -20.0f, x), n);
  const V scale = power_of_two(d, n);
  return hn::MulAdd(p, scale, hn::Sub(scale, hn::Set(d, 1.0f)));
}

template <class D, class V>
HWY_INLINE V sigmoid(D d, V x) {
  // With e^-|x| nothing overflows, and small results keep their digits.
  const V one = hn::Set(d, 1.0f);
  const V e = exp(d, hn::Neg(hn::Abs(x)));
  const V sum = hn::Add(one, e);
  const V lost = hn::Sub(e, hn::Sub(sum, one));
  const auto negative = hn::Lt(x, hn::Zero(d));
  const V quotient = hn::Div(hn::IfThenElse(negative, e, one), sum);
  // What the sum has lost, times the derivative of the quotient; 1 / sum is one of the two quotients.
  const V inverse = hn::IfThenElse(negative, hn::Sub(one, quotient), quotient);
  return hn::NegMulAdd(hn::Mul(quotient, inverse), lost, quotient);
}

template <class D, class V>
HWY_INLINE V tanh(D d, V x) {
  const V one = hn::Set(d, 1.0f), two = hn::Set(d, 2.0f);
  const V size = hn::Abs(x);
  // 1 - 2 / (e^2|x| + 1), and where digits would cancel x + x³ · t(x²), to 2e-10.
  constexpr float kT[] = {-0.33333331f,  0.1333321f,      -0.0539471984f,
                          0.0217029657f, -0.00818266533f, 0.00214753812f};
  const V square = hn::Mul(x, x);
  const V small = hn::MulAdd(hn::Mul(x, square), polynomial(d, square, kT), x);
  const V e = exp_of_negative(d, hn::Mul(size, hn::Set(d, -2.0f)));
  const V large = hn::Sub(one, hn::Div(hn::Mul(two, e), hn::Add(one, e)));
  return hn::IfThenElse(hn::Lt(size, hn::Set(d, 0.625f)), small, hn::CopySign(large, x));
}

template <class D, class V>
HWY_INLINE V erf(D d, V x) {
  const V one = hn::Set(d, 1.0f);
  const V size = at_most(d, 4.0f, hn::Abs(x));
  // x + x · e(x²), to 6e-10.
  constexpr float kE[] = {0.128379166f,   -0.376126323f,    0.112836725f,   -0.0268581043f,
                          0.00519779717f, -0.000810596511f, 8.21542369e-05f};
  const V small = hn::MulAdd(x, polynomial(d, hn::Mul(x, x), kE), x);
  // 1 - e^(-|x| · c(|x|)), to 7e-10.
  constexpr float kC[] = {1.12865216f,    0.635135904f,     0.106263161f,   -0.0237853602f,
                          0.00365377058f, -0.000325654373f, 1.15224638e-05f};
  const V rest = exp_of_negative(d, hn::Neg(hn::Mul(size, polynomial(d, size, kC))));
  const V large = hn::CopySign(hn::Sub(one, rest), x);
  return hn::IfThenElse(hn::Lt(size, hn::Set(d, 0.92f)), small, large);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif  // per target
