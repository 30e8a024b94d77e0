// Complex numbers in vector lanes, and transforms of a few of them, for one SIMD target.

#if defined(ETK_VEC_FOURIER_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_FOURIER_INL_H_
#undef ETK_VEC_FOURIER_INL_H_
#else
#define ETK_VEC_FOURIER_INL_H_
#endif

#include "hwy/highway.h"
#include "vec/base/vectors-inl.h"
#include "vec/fourier/fourier_plan.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = CappedFloats;
using V = hn::Vec<Tag>;

/// A complex number in each lane. SVE's vectors cannot be class members and have no operators.
using C = hn::Vec2<Tag>;

HWY_INLINE C number(V re, V im) {
  return hn::Create2(Tag(), re, im);
}
HWY_INLINE V real(C a) {
  return hn::Get2<0>(a);
}
HWY_INLINE V imag(C a) {
  return hn::Get2<1>(a);
}
HWY_INLINE C plus(C a, C b) {
  return number(hn::Add(real(a), real(b)), hn::Add(imag(a), imag(b)));
}
HWY_INLINE C minus(C a, C b) {
  return number(hn::Sub(real(a), real(b)), hn::Sub(imag(a), imag(b)));
}
HWY_INLINE C times(C a, C b) {
  return number(
      hn::NegMulAdd(imag(a), imag(b), hn::Mul(real(a), real(b))),
      hn::MulAdd(imag(a), real(b), hn::Mul(real(a), imag(b))));
}
HWY_INLINE C times(C a, V b) {
  return number(hn::Mul(real(a), b), hn::Mul(imag(a), b));
}
HWY_INLINE C times_minus_i(C a) {
  return number(imag(a), hn::Neg(real(a)));
}
HWY_INLINE C conjugate(C a) {
  return number(real(a), hn::Neg(imag(a)));
}

// The imaginary parts are addressed by their distance from the real parts: there are not enough registers for
// 32 addresses.
HWY_INLINE C load(const Numbers& from, size_t k) {
  const Tag d;
  const float* re = from.re + k * from.stride;
  return number(hn::LoadU(d, re), hn::LoadU(d, re + (from.im - from.re)));
}
HWY_INLINE void store(C value, const Numbers& to, size_t k) {
  const Tag d;
  float* re = to.re + k * to.stride;
  hn::StoreU(real(value), d, re);
  hn::StoreU(imag(value), d, re + (to.im - to.re));
}
HWY_INLINE C root(const Roots& roots, size_t k) {
  const Tag d;
  return number(hn::Set(d, roots.values[2 * k]), hn::Set(d, roots.values[2 * k + 1]));
}

/// Every `step`-th root.
struct Turns {
  Roots roots;
  size_t step;

  HWY_INLINE C operator[](size_t k) const {
    return root(roots, k * step);
  }
};

/// The transform of a small number of complex numbers; circle[k] = e^(-2πi · k / count) are the roots.
HWY_INLINE void butterfly(const Turns&, C& x0, C& x1) {
  const C first = x0;
  x0 = plus(first, x1);
  x1 = minus(first, x1);
}

HWY_INLINE void butterfly(const Turns&, C& x0, C& x1, C& x2, C& x3) {
  const C even = plus(x0, x2), odd = plus(x1, x3);
  const C less = minus(x0, x2), d = minus(x1, x3);
  x0 = plus(even, odd);
  x1 = number(hn::Add(real(less), imag(d)), hn::Sub(imag(less), real(d)));
  x2 = minus(even, odd);
  x3 = number(hn::Sub(real(less), imag(d)), hn::Add(imag(less), real(d)));
}

HWY_INLINE void butterfly(const Turns& circle, C& x0, C& x1, C& x2, C& x3, C& x4, C& x5, C& x6, C& x7) {
  butterfly(circle, x0, x2, x4, x6);
  butterfly(circle, x1, x3, x5, x7);
  const C odd0 = x1, odd1 = times(x3, circle[1]);
  const C odd2 = times_minus_i(x5), odd3 = times(x7, circle[3]);
  const C even1 = x2, even2 = x4, even3 = x6;
  x4 = minus(x0, odd0);
  x0 = plus(x0, odd0);
  x1 = plus(even1, odd1);
  x5 = minus(even1, odd1);
  x2 = plus(even2, odd2);
  x6 = minus(even2, odd2);
  x3 = plus(even3, odd3);
  x7 = minus(even3, odd3);
}

/// a + s · b, a + is · b, and a - is · b
HWY_INLINE C add_scaled(C a, C b, V s) {
  return number(hn::MulAdd(real(b), s, real(a)), hn::MulAdd(imag(b), s, imag(a)));
}
HWY_INLINE C add_turned(C a, C b, V s) {
  return number(hn::NegMulAdd(imag(b), s, real(a)), hn::MulAdd(real(b), s, imag(a)));
}
HWY_INLINE C subtract_turned(C a, C b, V s) {
  return number(hn::MulAdd(imag(b), s, real(a)), hn::NegMulAdd(real(b), s, imag(a)));
}

// For odd counts, two numbers with conjugate roots contribute their sum times the cosine, and their
// difference times the sine.
HWY_INLINE void butterfly(const Turns& circle, C& x0, C& x1, C& x2) {
  const C first = x0, sum = plus(x1, x2), difference = minus(x1, x2);
  const C zero = number(hn::Zero(Tag()), hn::Zero(Tag())), root = circle[1];
  x0 = plus(first, sum);
  const C by_cosine = add_scaled(first, sum, real(root));
  const C by_sine = add_turned(zero, difference, imag(root));
  x1 = plus(by_cosine, by_sine);
  x2 = minus(by_cosine, by_sine);
}

HWY_INLINE void butterfly(const Turns& circle, C& x0, C& x1, C& x2, C& x3, C& x4) {
  const C first = x0, zero = number(hn::Zero(Tag()), hn::Zero(Tag()));
  const C outer = plus(x1, x4), outer_difference = minus(x1, x4);
  const C inner = plus(x2, x3), inner_difference = minus(x2, x3);
  x0 = plus(plus(first, outer), inner);
  const C root1 = circle[1], root2 = circle[2];  // root 4 is the conjugate of root 1
  const C cosine1 = add_scaled(add_scaled(first, outer, real(root1)), inner, real(root2));
  const C sine1 = add_turned(add_turned(zero, outer_difference, imag(root1)), inner_difference, imag(root2));
  x1 = plus(cosine1, sine1);
  x4 = minus(cosine1, sine1);
  const C cosine2 = add_scaled(add_scaled(first, outer, real(root2)), inner, real(root1));
  const C sine2 =
      subtract_turned(add_turned(zero, outer_difference, imag(root2)), inner_difference, imag(root1));
  x2 = plus(cosine2, sine2);
  x3 = minus(cosine2, sine2);
}

/// The unpacking step of fourier_plan.h: for a = Z[k] and b = Z[n/2 - k], sets a to s · (A + u · B), given s
/// · u, and b to s times the conjugate of A - u · B.
HWY_INLINE void unpack(C& a, C& b, V scale, C u) {
  const C sum = number(hn::Add(real(a), real(b)), hn::Sub(imag(a), imag(b)));
  const C difference = number(hn::Sub(real(a), real(b)), hn::Add(imag(a), imag(b)));
  const C scaled = times(sum, scale), turned = times(difference, u);
  a = plus(scaled, turned);
  b = number(hn::Sub(real(scaled), real(turned)), hn::Sub(imag(turned), imag(scaled)));
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif
