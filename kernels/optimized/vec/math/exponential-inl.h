// Exponentials of vectors of floats, and functions derived from them, for one SIMD target.
//
// These functions, and those of the other headers in this directory, are within 2 units in the last place of
// the exact value, including denormal results and infinities: tests/kernels/test_vector_math.py shows it,
// optionally for every float. The coefficients are minimax fits, with the error that each comment states.

#if defined(ETK_VEC_EXPONENTIAL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_EXPONENTIAL_INL_H_
#undef ETK_VEC_EXPONENTIAL_INL_H_
#else
#define ETK_VEC_EXPONENTIAL_INL_H_
#endif

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// c₀ + x · (c₁ + x · (…)). Not a loop: at -O2, GCC would not unroll it, and would keep the coefficients in
/// memory.
template <class D, class V>
HWY_INLINE V polynomial(D d, V, hn::TFromD<D> c) {
  return hn::Set(d, c);
}
template <class D, class V, class... C>
HWY_INLINE V polynomial(D d, V x, hn::TFromD<D> c, C... others) {
  return hn::MulAdd(polynomial(d, x, others...), x, hn::Set(d, c));
}

/// 1.5 · 2^23 + 127: in a sum with it, the lowest bits of an integer n in [-127, 128] are n + 127.
constexpr float kShifter = 12583039.0f;

/// 2^n, or 0 for n = -127, given the sum of n and kShifter.
template <class D, class V>
HWY_INLINE V power_of_two(D d, V shifted) {
  const hn::RebindToUnsigned<D> integers;
  return hn::BitCast(d, hn::ShiftLeft<23>(hn::BitCast(integers, shifted)));
}

/// ln 2 as the sum of two parts; the first has few digits, so that n times it is exact.
constexpr float kLn2 = 0.693359375f, kLn2Rest = -2.12194440e-4f;

/// x - n · kLn2, exactly. x is in [-88, 88] if n is used as a sum with kShifter, and in [-150, 150] if n
/// itself is used.
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

/// The value, but at least the limit; NaN is propagated. x86's instruction does that for its second operand,
/// ARM's does not.
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

/// 2^n as a · b: 2^n may not be representable as a float even if e^x is.
template <class D, class V>
HWY_INLINE void split_power(D d, V n, V& a, V& b) {
  const V shifter = hn::Set(d, kShifter), half = hn::MulAdd(n, hn::Set(d, 0.5f), shifter);
  a = power_of_two(d, half);
  b = power_of_two(d, hn::Add(hn::Sub(n, hn::Sub(half, shifter)), shifter));
}

/// 2^n · x.
template <class D, class V>
HWY_INLINE V scaled([[maybe_unused]] D d, V x, V n) {
#if HWY_TARGET <= HWY_AVX3
  return hn::MulByFloorPow2(x, n);
#else
  V a, b;
  split_power(d, n, a, b);
  return hn::Mul(hn::Mul(x, a), b);
#endif
}

/// 2^n · (1 + p).
template <class D, class V>
HWY_INLINE V scaled_beyond_one(D d, V p, V n) {
#if HWY_TARGET <= HWY_AVX3
  return scaled(d, hn::Add(p, hn::Set(d, 1.0f)), n);
#else
  V a, b;
  split_power(d, n, a, b);
  return hn::Mul(hn::MulAdd(p, a, a), b);
#endif
}

template <class D, class V>
HWY_INLINE V exp(D d, V x) {
  // For larger |x|, the result is 0 or infinite anyway.
  V n, shifted;
  const V p = power(d, at_most(d, 90.0f, at_least(d, -105.0f, x)), n, shifted);
  return scaled_beyond_one(d, p, n);
}

template <class D, class V>
HWY_INLINE V exp2(D d, V x) {
  const V shifter = hn::Set(d, kShifter);
  const V inside = at_most(d, 129.0f, at_least(d, -151.0f, x));
  const V n = hn::Sub(hn::Add(inside, shifter), shifter);
  const V r = hn::Mul(hn::Sub(inside, n), hn::Set(d, 0.693147181f));
  return scaled_beyond_one(d, hn::MulAdd(hn::Mul(r, r), power_rest(d, r), r), n);
}

/// e^x - 1.
template <class D, class V>
HWY_INLINE V expm1(D d, V x) {
  V n, shifted;
  const V p = power(d, at_most(d, 89.0f, at_least(d, -20.0f, x)), n, shifted);
  // Half of the result: if the result is infinite, 2^n is not representable as a float.
  const V scale = power_of_two(d, hn::Sub(shifted, hn::Set(d, 1.0f)));
  const V half = hn::MulAdd(p, scale, hn::Sub(scale, hn::Set(d, 0.5f)));
  return hn::CopySign(hn::Add(half, half), x);  // -0 for -0
}

/// e^x / 4 for x >= 0.
template <class D, class V>
HWY_INLINE V quarter_of_power(D d, V x) {
  V n, shifted;
  const V p = power(d, at_most(d, 89.5f, x), n, shifted);
  const V scale = power_of_two(d, hn::Sub(shifted, hn::Set(d, 2.0f)));
  return hn::MulAdd(p, scale, scale);
}

template <class D, class V>
HWY_INLINE V cosh(D d, V x) {
  const V quarter = quarter_of_power(d, hn::Abs(x));
  const V half = hn::Add(quarter, hn::Div(hn::Set(d, 0.0625f), quarter));
  return hn::Add(half, half);
}

template <class D, class V>
HWY_INLINE V sinh(D d, V x) {
  const V a = hn::Abs(x), quarter = quarter_of_power(d, a);
  const V half = hn::Sub(quarter, hn::Div(hn::Set(d, 0.0625f), quarter));
  // For |x| < 1, there would be cancellation: (sinh(x) - x) / x³, to 1.4e-9 of sinh(x).
  const V square = hn::Mul(x, x);
  const V rest = polynomial(d, square, 0.166666672f, 0.00833334215f, 0.000198361347f, 2.81694497e-06f);
  const V near = hn::MulAdd(hn::Mul(x, square), rest, x);
  return hn::IfThenElse(hn::Lt(a, hn::Set(d, 1.0f)), near, hn::CopySign(hn::Add(half, half), x));
}

template <class D, class V>
HWY_INLINE V sigmoid(D d, V x) {
  // With e = e^-|x|, nothing overflows, and small results keep their precision. 1 + e is rounded once,
  // because either 1 + 2^n is exact or e is negligible.
  V n, shifted;
  const V p = power(d, at_least(d, -105.0f, hn::Neg(hn::Abs(x))), n, shifted), one = hn::Set(d, 1.0f);
  const V scale = scaled(d, one, n);
  const V rounded = hn::Add(one, scale), sum = hn::MulAdd(p, scale, rounded);
  // The rounding error of the sum changes e nearly proportionally: the correction is their quotient.
  const V lost = hn::MulAdd(p, scale, hn::Sub(rounded, sum));
  const V e = hn::MulAdd(hn::Sub(p, lost), scale, scale);
  return hn::Div(hn::IfThenElse(hn::Lt(x, hn::Zero(d)), e, one), sum);
}

template <class D, class V>
HWY_INLINE V tanh(D d, V x) {
  // (1 - e) / (1 + e) with e = e^-2|x|, where 1 - e is computed without cancellation.
  const V twice = hn::Mul(hn::Abs(x), hn::Set(d, -2.0f)), one = hn::Set(d, 1.0f);
  V n, shifted;
  const V p = power(d, at_least(d, -20.0f, twice), n, shifted);
  const V scale = power_of_two(d, shifted);
  const V above = hn::NegMulAdd(p, scale, hn::Sub(one, scale)),
          below = hn::MulAdd(p, scale, hn::Add(one, scale));
  return hn::CopySign(hn::Div(above, below), x);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif  // per target
