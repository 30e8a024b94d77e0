// The error function and the normal distribution function of vectors of floats, for one SIMD target.

#if defined(ETK_VEC_ERF_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_ERF_INL_H_
#undef ETK_VEC_ERF_INL_H_
#else
#define ETK_VEC_ERF_INL_H_
#endif

#include "hwy/highway.h"
#include "vec/math/exponential-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// a · b - product, exactly, where product is a · b rounded.
template <class D, class V>
HWY_INLINE V product_error([[maybe_unused]] D d, V a, V b, V product) {
#if HWY_NATIVE_FMA
  return hn::MulSub(a, b, product);
#else
  // Products of halves with 12 bits are exact.
  const V mask = hn::BitCast(d, hn::Set(hn::RebindToUnsigned<D>(), 0xFFFFF000u));
  const V a1 = hn::And(a, mask), a2 = hn::Sub(a, a1), b1 = hn::And(b, mask), b2 = hn::Sub(b, b1);
  const V first = hn::Sub(hn::Mul(a1, b1), product);
  return hn::Add(hn::Add(hn::Add(first, hn::Mul(a1, b2)), hn::Mul(a2, b1)), hn::Mul(a2, b2));
#endif
}

/// The normal distribution function at -z: 2 · Φ(-z) = e^(-z²/2) · (1 + g(u)) / (z + 1), with u = z / (z +
/// 1).
///
/// Returns f · (1 + g(u)) · e^(a · b) without the power of two, n. f is the sum of two parts, because the
/// rounding error of the first part is significant; the rounding error of a · b is computed here.
template <class D, class V>
HWY_INLINE V normal_tail(D d, V u, V f, V f_rest, V a, V b, V& n) {
  const V square = hn::Mul(a, b);
  V shifted;
  const V high = reduce(d, square, n, shifted);
  const V low = hn::MulAdd(n, hn::Set(d, -kLn2Rest), product_error(d, a, b, square));
  const V r = hn::Add(high, low), r_rest = hn::Sub(low, hn::Sub(r, high));
  const V p_rest = hn::MulAdd(hn::Mul(r, r), power_rest(d, r), r_rest);

  // g, to 2.2e-9 of 1 + g for z up to 14.5, as a polynomial in v = u - 1/2, in groups of four terms.
  const V v = hn::Sub(u, hn::Set(d, 0.5f)), v2 = hn::Mul(v, v), v4 = hn::Mul(v2, v2);
  const V g0 = polynomial(d, v4, 0.0463131666f, -0.090603888f, 0.50649792f, -8.239007f);
  const V g1 = polynomial(d, v4, -0.105197437f, 0.57567364f, -0.617075562f, 2.07092595f);
  const V g2 = polynomial(d, v4, -0.631184757f, 1.1033268f, -2.25989866f, 17.8711605f);
  const V g3 = polynomial(d, v4, -0.576160669f, 1.15135372f, -5.87951565f, 13.1700926f);
  const V g_even = hn::MulAdd(v2, g2, g0), g_odd = hn::MulAdd(v2, g3, g1);
  const V g = hn::MulAdd(v, g_odd, g_even);

  // (1 + r + p_rest) · (1 + g) = 1 + r + s
  const V s = hn::Add(p_rest, hn::MulAdd(hn::Add(r, p_rest), g, g));
  V rest = hn::MulAdd(f, s, f_rest);
  if (!HWY_NATIVE_FMA) {
    rest = hn::Add(rest, product_error(d, f, r, hn::Mul(f, r)));
  }
  return hn::Add(f, hn::MulAdd(f, r, rest));
}

/// a · Φ(-a) for a in [0, 14.5], where Φ is the normal distribution function. With FMA it is computed as
/// e^(-a²/2) · u · (1 + g(u)) / 2 with u = a / (a + 2), which has fewer terms than normal_tail; without FMA,
/// its rounding errors would be too large.
template <class D, class V>
HWY_INLINE V negative_gelu(D d, V a) {
  const V one = hn::Set(d, 1.0f), half_a = hn::Mul(a, hn::Set(d, -0.5f));
  V n;
#if HWY_NATIVE_FMA
  const V u = hn::Div(a, hn::Add(a, hn::Set(d, 2.0f)));
  // The rounding error of u is `lost` / (a + 2); the error of u · (1 + g(u)) is that times its derivative.
  const V lost = hn::NegMulAdd(u, a, hn::Sub(a, hn::Add(u, u)));
  const V rest = hn::Mul(lost, polynomial(d, u, 1.0f, -2.15f, 1.15f));

  const V square = hn::Mul(half_a, a);
  V shifted;
  const V high = reduce(d, square, n, shifted);
  const V low = hn::MulAdd(n, hn::Set(d, -kLn2Rest), product_error(d, half_a, a, square));
  const V r = hn::Add(high, low), p_rest = hn::MulAdd(hn::Mul(r, r), power_rest(d, r), low);
  const V p = hn::Add(high, p_rest);

  // g, to 1.2e-8 of 1 + g, as two alternating polynomials in v = u - 7/16.
  const V v = hn::Sub(u, hn::Set(d, 0.4375f)), v2 = hn::Mul(v, v);
  const V even =
      polynomial(d, v2, 0.428423762f, 0.12086051f, 0.103648387f, -0.298707813f, 0.307919204f, -0.119013771f);
  const V odd = polynomial(
      d, v2, -1.34754705f, 0.575741827f, -0.325554848f, 0.0232574139f, 0.270475537f, -0.270657033f);
  const V g = hn::MulAdd(v, odd, even);
  // (1 + p) · (1 + g) = 1 + s
  const V s = hn::Add(hn::MulAdd(p, g, g), p);
  const V tail = hn::Add(u, hn::MulAdd(u, s, rest));
#else
  const V sum = hn::Add(a, one), sum_rest = hn::Sub(a, hn::Sub(sum, one));
  const V u = hn::Div(a, sum), lost = hn::MulAdd(u, sum_rest, product_error(d, u, sum, a));
  const V u_rest = hn::MulSub(lost, u, lost);  // as 1 / (a + 1) = 1 - u
  // The error of u · (1 + g(u)) is the rounding error of u times the derivative: about 1, and less from u =
  // 0.55 on.
  const V slope = hn::Min(one, hn::NegMulAdd(u, hn::Set(d, 2.33f), hn::Set(d, 2.3f)));
  const V tail = normal_tail(d, u, u, hn::Mul(u_rest, slope), half_a, a, n);
#endif
  return scaled(d, tail, hn::Sub(n, one));
}

/// x · Φ(x).
template <class D, class V>
HWY_INLINE V gelu(D d, V x) {
  // For larger |x|, the result is 0.
  const V negative = negative_gelu(d, at_most(d, 14.5f, hn::Abs(x)));
  // The difference is NaN for -∞, like the product. A zero has the sign of x.
  return hn::CopySign(hn::Sub(hn::Sub(x, hn::Min(x, hn::Zero(d))), negative), x);
}

/// 1 - erf(x) for x >= 0: normal_tail at z = √2 · x.
template <class D, class V>
HWY_INLINE V erfc_of_positive(D d, V x) {
  const V one = hn::Set(d, 1.0f), root = hn::Set(d, 1.41421354f);
  // For larger x, the result is 0.
  const V a = at_most(d, 10.2f, x), z = hn::Mul(a, root);
  const V z_rest = hn::MulAdd(a, hn::Set(d, 2.42032342e-8f), product_error(d, a, root, z));
  const V sum = hn::Add(z, one), sum_rest = hn::Add(hn::Sub(z, hn::Sub(sum, one)), z_rest);
  const V w = hn::Div(one, sum), u = hn::Sub(one, w);
  const V w_rest = hn::NegMulAdd(w, product_error(d, w, sum, one), hn::Neg(hn::Mul(hn::Mul(w, w), sum_rest)));
  // The error of g(u) is the rounding error of u times the derivative: about 0, and less from u = 0.45 on.
  const V u_rest = hn::Sub(hn::Sub(hn::Sub(one, u), w), w_rest);
  const V slope = hn::Min(hn::Zero(d), hn::NegMulAdd(u, hn::Set(d, 1.6f), hn::Set(d, 0.72f)));
  V n;
  const V tail = normal_tail(d, u, w, hn::MulAdd(hn::Mul(w, slope), u_rest, w_rest), hn::Neg(a), a, n);
  return scaled(d, tail, n);
}

template <class D, class V>
HWY_INLINE V erfc(D d, V x) {
  const V of_positive = erfc_of_positive(d, hn::Abs(x));
  return hn::IfThenElse(hn::Lt(x, hn::Zero(d)), hn::Sub(hn::Set(d, 2.0f), of_positive), of_positive);
}

template <class D, class V>
HWY_INLINE V erf(D d, V x) {
  const V a = hn::Abs(x), square = hn::Mul(x, x);
  // erf(x) / x - 1, to 1.6e-9 of erf(x).
  const V rest = polynomial(
      d, square, 0.128379166f, -0.376126349f, 0.11283657f, -0.0268522073f, 0.0051596323f, -0.000715588394f);
  const V near = hn::MulAdd(x, rest, x);
  const V far = hn::Sub(hn::Set(d, 1.0f), erfc_of_positive(d, a));
  return hn::IfThenElse(hn::Lt(a, hn::Set(d, 0.65f)), near, hn::CopySign(far, x));
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif  // per target
