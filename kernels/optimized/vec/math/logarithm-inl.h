// Logarithms of vectors of floats, and functions derived from them, for one SIMD target.

#if defined(ETK_VEC_LOGARITHM_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_LOGARITHM_INL_H_
#undef ETK_VEC_LOGARITHM_INL_H_
#else
#define ETK_VEC_LOGARITHM_INL_H_
#endif

#include "hwy/highway.h"
#include "vec/math/exponential-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// x = 2^n · (1 + r) with r in [√½ - 1, √2 - 1], for x > 0. Returns r.
template <class D, class V>
HWY_INLINE V split_number(D d, V x, V& n) {
  const hn::RebindToSigned<D> integers;
  const auto is_denormal = hn::Lt(x, hn::Set(d, 1.17549435e-38f));
  const V normal = hn::IfThenElse(is_denormal, hn::Mul(x, hn::Set(d, 8388608.0f)), x);
  const auto bits = hn::BitCast(integers, normal);
  const auto exponent = hn::ShiftRight<23>(hn::Sub(bits, hn::Set(integers, 0x3F3504F3)));  // the bits of √½
  n = hn::Sub(hn::ConvertTo(d, exponent), hn::IfThenElseZero(is_denormal, hn::Set(d, 23.0f)));
  return hn::Sub(hn::BitCast(d, hn::Sub(bits, hn::ShiftLeft<23>(exponent))), hn::Set(d, 1.0f));
}

/// log(1 + r) - r, to 4.4e-9 of the logarithm.
template <class D, class V>
HWY_INLINE V logarithm_rest(D d, V r) {
  const V rest = polynomial(
      d, r, -0.499999881f, 0.333333254f, -0.250015825f, 0.200019762f, -0.166091383f, 0.141818956f,
      -0.132429853f, 0.129045919f, -0.076217778f);
  return hn::Mul(hn::Mul(r, r), rest);
}

/// Replaces the result for numbers whose logarithm is undefined or infinite.
template <class D, class V>
HWY_INLINE V with_limits(D d, V x, V logarithm) {
  const V zero = hn::Zero(d), infinity = hn::Inf(d);
  const V below = hn::IfThenElse(hn::Eq(x, zero), hn::Neg(infinity), hn::NaN(d));
  // The logarithm of infinity is infinity; NaN is propagated.
  const V finite = hn::IfThenElse(hn::Lt(x, infinity), logarithm, x);
  return hn::IfThenElse(hn::Le(x, zero), below, finite);
}

/// n · ln 2 + r + rest.
template <class D, class V>
HWY_INLINE V sum_of_logarithm(D d, V n, V r, V rest) {
  const V low = hn::Add(r, hn::MulAdd(n, hn::Set(d, kLn2Rest), rest));
  return hn::MulAdd(n, hn::Set(d, kLn2), low);
}

template <class D, class V>
HWY_INLINE V log(D d, V x) {
  V n;
  const V r = split_number(d, x, n);
  return with_limits(d, x, sum_of_logarithm(d, n, r, logarithm_rest(d, r)));
}

/// The base of a logarithm: the factor for natural logarithms, also as the sum of a power of two and a
/// remainder, so that products with the former are exact; and the factor for base-2 logarithms, as the sum of
/// two parts.
struct Base {
  float e, e_power, e_rest, two, two_rest;
};

template <class D, class V>
HWY_INLINE V log_to(D d, const Base& base, V x) {
  V n;
  const V r = split_number(d, x, n);
  const V rest = hn::MulAdd(logarithm_rest(d, r), hn::Set(d, base.e), hn::Mul(r, hn::Set(d, base.e_rest)));
  const V low = hn::MulAdd(r, hn::Set(d, base.e_power), hn::MulAdd(n, hn::Set(d, base.two_rest), rest));
  return with_limits(d, x, hn::MulAdd(n, hn::Set(d, base.two), low));
}

template <class D, class V>
HWY_INLINE V log2(D d, V x) {
  return log_to(d, Base{1.44269502f, 1, 0.442695051f, 1, 0}, x);
}

template <class D, class V>
HWY_INLINE V log10(D d, V x) {
  return log_to(d, Base{0.434294492f, 0.5f, -0.0657055154f, 0.301025391f, 4.60503898e-6f}, x);
}

/// log(1 + x)
template <class D, class V>
HWY_INLINE V log1p(D d, V x) {
  const hn::RebindToSigned<D> integers;
  const V one = hn::Set(d, 1.0f), sum = hn::Add(x, one);
  V n;
  (void)split_number(d, sum, n);
  // r = (1 + x) / 2^n - 1, computed from x and not from the rounded sum.
  const auto exponent = hn::ConvertTo(integers, n);
  const V scaled = hn::BitCast(d, hn::Sub(hn::BitCast(integers, x), hn::ShiftLeft<23>(exponent)));
  const auto power = hn::Max(hn::Sub(hn::Set(integers, 127), exponent), hn::Zero(integers));
  const V r = hn::Add(scaled, hn::Sub(hn::BitCast(d, hn::ShiftLeft<23>(power)), one));
  const V result = with_limits(d, sum, sum_of_logarithm(d, n, r, logarithm_rest(d, r)));
  return hn::CopySign(result, x);  // -0 for -0
}

template <class D, class V>
HWY_INLINE V atanh(D d, V x) {
  const V a = hn::Abs(x), one = hn::Set(d, 1.0f), half = hn::Set(d, 0.5f), square = hn::Mul(x, x);
  const V far = hn::Mul(half, log(d, hn::Div(hn::Add(one, a), hn::Sub(one, a))));
  // (atanh(x) - x) / x³, to 1.8e-9 of atanh(x).
  const V rest = polynomial(
      d, square, 0.333332986f, 0.20002532f, 0.142227337f, 0.118237376f, 0.0513581149f, 0.176690921f);
  const V near = hn::MulAdd(hn::Mul(x, square), rest, x);
  return hn::IfThenElse(hn::Lt(a, half), near, hn::CopySign(far, x));
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif  // per target
