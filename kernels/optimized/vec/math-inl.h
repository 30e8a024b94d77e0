// Mathematical functions of vectors of floats, for one SIMD target. Each is within 2 units in the last place
// of the exact value, denormal results and infinities included, but for the tail of `normal`:
// tests/kernels/test_vector_math.py shows it, for every float there is if asked to. The coefficients are
// minimax fits, for the error that each comment says.

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

/// c₀ + x · (c₁ + x · (…)). Not a loop: at -O2 GCC would not unroll it, and would keep the c in memory.
template <class D, class V>
HWY_INLINE V polynomial(D d, V, float c) {
  return hn::Set(d, c);
}
template <class D, class V, class... C>
HWY_INLINE V polynomial(D d, V x, float c, C... others) {
  return hn::MulAdd(polynomial(d, x, others...), x, hn::Set(d, c));
}

/// Beside it in a sum, an integer n in [-127, 128] is n + 127 in the lowest bits: 1.5 · 2^23 + 127.
constexpr float kShifter = 12583039.0f;

/// 2^n, or 0 for -127, of n as it is beside kShifter.
template <class D, class V>
HWY_INLINE V power_of_two(D d, V shifted) {
  const hn::RebindToUnsigned<D> integers;
  return hn::BitCast(d, hn::ShiftLeft<23>(hn::BitCast(integers, shifted)));
}

/// e^x as 2^n · (1 + p), with x in [-88, 88] for n to be right beside kShifter, and in [-150, 150] for n
/// itself; returns p, which is in [-0.3, 0.42].
template <class D, class V>
HWY_INLINE V power(D d, V x, V& n, V& shifted) {
  shifted = hn::MulAdd(x, hn::Set(d, 1.44269504f), hn::Set(d, kShifter));
  n = hn::Sub(shifted, hn::Set(d, kShifter));
  // ln 2 in two parts, the first with so few digits that n times it is exact.
  const V high = hn::NegMulAdd(n, hn::Set(d, 0.693359375f), x);
  const V r = hn::NegMulAdd(n, hn::Set(d, -2.12194440e-4f), high);
  // eʳ - 1 = r + r² · q(r), to 5e-11.
  const V q = polynomial(
      d, r, 0.500000008f, 0.166666669f, 0.0416662538f, 0.00833326264f, 0.00139472249f, 0.000199193799f);
  return hn::MulAdd(hn::Mul(r, r), q, r);
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

/// 2^n as a · b: there may be no float for it where e^x is one.
template <class D, class V>
HWY_INLINE void split_power(D d, V n, V& a, V& b) {
  const V shifter = hn::Set(d, kShifter), half = hn::MulAdd(n, hn::Set(d, 0.5f), shifter);
  a = power_of_two(d, half);
  b = power_of_two(d, hn::Add(hn::Sub(n, hn::Sub(half, shifter)), shifter));
}

template <class D, class V>
HWY_INLINE V exp(D d, V x) {
  // Beyond, the result is 0 or infinite anyway.
  V n, shifted;
  const V p = power(d, at_most(d, 90.0f, at_least(d, -105.0f, x)), n, shifted);
#if HWY_TARGET <= HWY_AVX3
  return hn::MulByFloorPow2(hn::Add(p, hn::Set(d, 1.0f)), n);
#else
  V a, b;
  split_power(d, n, a, b);
  return hn::Mul(hn::MulAdd(p, a, a), b);
#endif
}

/// e^x - 1 for x <= 0.
template <class D, class V>
HWY_INLINE V expm1_of_negative(D d, V x) {
  V n, shifted;
  const V p = power(d, at_least(d, -20.0f, x), n, shifted);
  const V scale = power_of_two(d, shifted);
  return hn::MulAdd(p, scale, hn::Sub(scale, hn::Set(d, 1.0f)));
}

template <class D, class V>
HWY_INLINE V sigmoid(D d, V x) {
  // With e = e^-|x| nothing overflows, and small results keep their digits. 1 + e is rounded once, as 1 + 2^n
  // is exact or e too small to count.
  V n, shifted;
  const V p = power(d, at_least(d, -105.0f, hn::Neg(hn::Abs(x))), n, shifted), one = hn::Set(d, 1.0f);
#if HWY_TARGET <= HWY_AVX3
  const V scale = hn::MulByFloorPow2(one, n);
#else
  V a, b;
  split_power(d, n, a, b);
  const V scale = hn::Mul(a, b);
#endif
  const V rounded = hn::Add(one, scale), sum = hn::MulAdd(p, scale, rounded);
  // What the sum has lost in rounding, e loses nearly in proportion: their quotient counts.
  const V lost = hn::MulAdd(p, scale, hn::Sub(rounded, sum));
  const V e = hn::MulAdd(hn::Sub(p, lost), scale, scale);
  return hn::Div(hn::IfThenElse(hn::Lt(x, hn::Zero(d)), e, one), sum);
}

template <class D, class V>
HWY_INLINE V tanh(D d, V x) {
  // (1 - e) / (1 + e) with e = e^-2|x|, of which 1 - e is computed so that no digits cancel.
  const V twice = hn::Mul(hn::Abs(x), hn::Set(d, -2.0f)), one = hn::Set(d, 1.0f);
  V n, shifted;
  const V p = power(d, at_least(d, -20.0f, twice), n, shifted);
  const V scale = power_of_two(d, shifted);
  const V above = hn::NegMulAdd(p, scale, hn::Sub(one, scale)),
          below = hn::MulAdd(p, scale, hn::Add(one, scale));
  return hn::CopySign(hn::Div(above, below), x);
}

/// Φ(x), the normal distribution function. Below 0 it is 2^p(-x), in which an error of p, which grows as p
/// does, is a relative one: it is within 2^-18 of itself down to -4, and 0 below -11.9, where 1e-32 would be
/// right.
template <class D, class V>
HWY_INLINE V normal(D d, V x) {
  // What p was fitted to are errors of Φ(x) and Φ(-x), the latter at a fiftieth: 2e-8.
  const V p = polynomial(
      d, at_most(d, 11.86f, hn::Abs(x)), -1.0f, -1.15110552f, -0.45920527f, -0.0525004081f, 0.00705054775f,
      -9.68434033e-05f, -0.000227832119f, 6.00968124e-05f, -7.96349195e-06f, 5.62707669e-07f,
      -1.67356742e-08f);
  const V shifted = hn::Add(p, hn::Set(d, kShifter));
  // 2^f, to 3e-9.
  const V f = polynomial(
      d, hn::Sub(p, hn::Sub(shifted, hn::Set(d, kShifter))), 1.0f, 0.693147182f, 0.240226507f, 0.0555035882f,
      0.00961806159f, 0.00133914186f, 0.000154633017f);
  const V scale = power_of_two(d, shifted);
  return hn::IfNegativeThenElse(x, hn::Mul(f, scale), hn::NegMulAdd(f, scale, hn::Set(d, 1.0f)));
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif  // per target
