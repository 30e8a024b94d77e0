// Mathematical functions of vectors of floats, for one SIMD target. Each is within 2 units in the last place
// of the exact value, denormal results and infinities included: tests/kernels/test_vector_math.py shows it,
// for every float there is if asked to. The coefficients are minimax fits, for the error that each comment
// says.

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

/// ln 2 as the sum of two parts, the first with so few digits that n times it is exact.
constexpr float kLn2 = 0.693359375f, kLn2Rest = -2.12194440e-4f;

/// x - n · kLn2, exactly, for x in [-88, 88] for n to be right beside kShifter, and in [-150, 150] for n
/// itself.
template <class D, class V>
HWY_INLINE V reduce(D d, V x, V& n, V& shifted) {
  shifted = hn::MulAdd(x, hn::Set(d, 1.44269504f), hn::Set(d, kShifter));
  n = hn::Sub(shifted, hn::Set(d, kShifter));
  return hn::NegMulAdd(n, hn::Set(d, kLn2), x);
}

/// (eʳ - 1 - r) / r², to 3e-9 of eʳ, for r in [-0.35, 0.35].
template <class D, class V>
HWY_INLINE V power_rest(D d, V r) {
  return polynomial(d, r, 0.49999994f, 0.166665211f, 0.041668281f, 0.00836869422f, 0.00138196058f);
}

/// e^x as 2^n · (1 + p); returns p, which is in [-0.3, 0.42].
template <class D, class V>
HWY_INLINE V power(D d, V x, V& n, V& shifted) {
  const V high = reduce(d, x, n, shifted), r = hn::NegMulAdd(n, hn::Set(d, kLn2Rest), high);
  return hn::MulAdd(hn::Mul(r, r), power_rest(d, r), r);
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

/// a · b - product, exactly, where product is a · b rounded.
template <class D, class V>
HWY_INLINE V product_error([[maybe_unused]] D d, V a, V b, V product) {
#if HWY_NATIVE_FMA
  return hn::MulSub(a, b, product);
#else
  // Of halves with 12 bits, each product is exact.
  const V mask = hn::BitCast(d, hn::Set(hn::RebindToUnsigned<D>(), 0xFFFFF000u));
  const V a1 = hn::And(a, mask), a2 = hn::Sub(a, a1), b1 = hn::And(b, mask), b2 = hn::Sub(b, b1);
  const V first = hn::Sub(hn::Mul(a1, b1), product);
  return hn::Add(hn::Add(hn::Add(first, hn::Mul(a1, b2)), hn::Mul(a2, b1)), hn::Mul(a2, b2));
#endif
}

/// x · Φ(x), Φ being the normal distribution function.
///
/// With a = |x| and b = a · Φ(-a) it is -b below 0, and x - b above. b is e^(-a²/2) · u · (1 + g(u)) / 2 with
/// u = a / (a + 1), in which a²/2 and u are sums of two parts: what is rounded off either would count.
template <class D, class V>
HWY_INLINE V gelu(D d, V x) {
  const V half = hn::Set(d, 0.5f), one = hn::Set(d, 1.0f);
  // Beyond, b is 0.
  const V a = at_most(d, 14.5f, hn::Abs(x));
  const V sum = hn::Add(a, one), sum_rest = hn::Sub(a, hn::Sub(sum, one));
  const V u = hn::Div(a, sum), lost = hn::MulAdd(u, sum_rest, product_error(d, u, sum, a));
  const V u_rest = hn::MulSub(lost, u, lost);  // as 1 / (a + 1) = 1 - u
  // What u lacks, u · (1 + g(u)) does too, times its derivative: about 1, and less from u = 0.55 on.
  const V slope = hn::Min(one, hn::NegMulAdd(u, hn::Set(d, 2.33f), hn::Set(d, 2.3f)));
  const V rest = hn::Mul(u_rest, slope);

  const V half_a = hn::Mul(a, hn::Set(d, -0.5f)), square = hn::Mul(half_a, a);
  V n, shifted;
  const V high = reduce(d, square, n, shifted);
  const V low = hn::MulAdd(n, hn::Set(d, -kLn2Rest), product_error(d, half_a, a, square));
  const V r = hn::Add(high, low), p_rest = hn::Mul(hn::Mul(r, r), power_rest(d, r));

  // g, to 1e-8, of v = u - 1/2, by fours of its terms.
  const V v = hn::Sub(u, half), v2 = hn::Mul(v, v), v4 = hn::Mul(v2, v2);
  const V g0 = polynomial(d, v4, 0.0463131741f, -0.090306364f, 0.645131826f, -4.29598331f);
  const V g1 = polynomial(d, v4, -0.105197251f, 0.577275038f, -0.181099251f, 11.6884966f);
  const V g2 = polynomial(d, v4, -0.631188273f, 1.09398568f, -3.31129122f, 12.0705318f);
  const V g3 = polynomial(d, v4, -0.576192379f, 1.11487913f, -8.72557259f);
  const V g_even = hn::MulAdd(v2, g2, g0), g_odd = hn::MulAdd(v2, g3, g1);
  const V g = hn::MulAdd(v, g_odd, g_even);

  // (1 + r + p_rest) · (1 + g) = 1 + r + s
  const V s = hn::Add(p_rest, hn::MulAdd(hn::Add(r, p_rest), g, g));
  const V product = hn::Add(u, hn::MulAdd(u, r, hn::MulAdd(u, s, rest)));
#if HWY_TARGET <= HWY_AVX3
  const V b = hn::MulByFloorPow2(product, hn::Sub(n, one));
#else
  V scale, other;
  split_power(d, n, scale, other);
  const V b = hn::Mul(hn::Mul(product, hn::Mul(scale, half)), other);
#endif
  // The difference makes NaN of -∞, as the product does.
  return hn::Sub(hn::Sub(x, hn::Min(x, hn::Zero(d))), b);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif  // per target
