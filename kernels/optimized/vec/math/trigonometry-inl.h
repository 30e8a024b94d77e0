// Sines, cosines and tangents of vectors of floats, for one SIMD target. They are computed in double, so that
// the remainder of x after the subtraction of multiples of π is precise enough.

#if defined(ETK_VEC_TRIGONOMETRY_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_TRIGONOMETRY_INL_H_
#undef ETK_VEC_TRIGONOMETRY_INL_H_
#else
#define ETK_VEC_TRIGONOMETRY_INL_H_
#endif

#include "hwy/highway.h"
#include "vec/math/doubles-inl.h"

#include <cmath>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// From here on, the precision of double does not suffice for the subtraction of multiples of π.
constexpr float kLargeAngle = 4194304.0f;

/// x - n · π. The first part of π has 31 bits, so that its products with n below 2^22 are exact.
template <class D, class V>
HWY_INLINE V without_half_turns(D d, V x, V n) {
  return hn::NegMulAdd(
      n, hn::Set(d, 1.2154201013012384e-10), hn::NegMulAdd(n, hn::Set(d, 3.1415926534682512), x));
}

/// sin(x), to 2.4e-11 of it, for x in [-π / 2, π / 2].
template <class D, class V>
HWY_INLINE V sine_of_near(D d, V x) {
  const V square = hn::Mul(x, x);
  return hn::Mul(
      x, polynomial(
             d, square, 1, -0.16666666626128643, 0.0083333311076925157, -0.0001984086808769253,
             2.7525377997933907e-06, -2.3888793433458956e-08));
}

/// -x if the lowest bit of n, in a sum with kDoubleShifter, is set.
template <class D, class V>
HWY_INLINE V negated_if_odd(D d, V x, V n) {
  const hn::RebindToUnsigned<D> integers;
  return hn::Xor(x, hn::BitCast(d, hn::ShiftLeft<63>(hn::BitCast(integers, n))));
}

struct Sine {
  template <class D, class V>
  HWY_INLINE V operator()(D d, V x) const {
    const V shifter = hn::Set(d, kDoubleShifter);
    const V n = hn::MulAdd(x, hn::Set(d, 0.31830988618379069), shifter);
    const V r = without_half_turns(d, x, hn::Sub(n, shifter));
    return negated_if_odd(d, sine_of_near(d, r), n);
  }
};

// cos(x) = sin(r) where r = (n + 1/2) · π - x and n is even, else -sin(r).
struct Cosine {
  template <class D, class V>
  HWY_INLINE V operator()(D d, V x) const {
    const V shifter = hn::Set(d, kDoubleShifter), half = hn::Set(d, 0.5);
    const V n = hn::Add(hn::MulSub(x, hn::Set(d, 0.31830988618379069), half), shifter);
    const V r = without_half_turns(d, x, hn::Add(hn::Sub(n, shifter), half));
    return negated_if_odd(d, sine_of_near(d, hn::Neg(r)), n);
  }
};

// tan(x) = tan(r) where r = x - n · π / 2 and n is even, else -1 / tan(r).
struct Tangent {
  template <class D, class V>
  HWY_INLINE V operator()(D d, V x) const {
    const V shifter = hn::Set(d, kDoubleShifter), half = hn::Set(d, 0.5);
    const V n = hn::MulAdd(x, hn::Set(d, 0.63661977236758138), shifter);
    const V r = without_half_turns(d, x, hn::Mul(hn::Sub(n, shifter), half));
    const V square = hn::Mul(r, r);
    const V sine = hn::Mul(
        r, polynomial(
               d, square, 1, -0.16666666640786665, 0.0083333293036296201, -0.00019839311876874893,
               2.7181178650881458e-06));
    const V cosine = polynomial(
        d, square, 1, -0.49999999694348929, 0.041666620342834269, -0.0013886681196683395,
        2.4383524838554822e-05);
    const hn::RebindToUnsigned<D> integers;
    const auto odd = hn::ShiftLeft<63>(hn::BitCast(integers, n));
    const auto is_odd = hn::RebindMask(d, hn::Ne(odd, hn::Zero(integers)));
    const V quotient = hn::Div(hn::IfThenElse(is_odd, cosine, sine), hn::IfThenElse(is_odd, sine, cosine));
    return negated_if_odd(d, quotient, n);
  }
};

/// F of doubles; `each` lane by lane for floats that are large, infinite or NaN, or if there are no vectors
/// of double.
template <class F, class D, class V, class Each>
HWY_INLINE V of_angle(D d, V x, const Each& each) {
#if HWY_HAVE_FLOAT64
  if (HWY_LIKELY(hn::AllTrue(d, hn::Lt(hn::Abs(x), hn::Set(d, kLargeAngle))))) {
    return in_doubles(d, F(), x);
  }
#endif
  return by_lanes(d, each, x);
}

template <class D, class V>
HWY_INLINE V sin(D d, V x) {
  return of_angle<Sine>(d, x, [](float angle) { return std::sin(angle); });
}

template <class D, class V>
HWY_INLINE V cos(D d, V x) {
  return of_angle<Cosine>(d, x, [](float angle) { return std::cos(angle); });
}

template <class D, class V>
HWY_INLINE V tan(D d, V x) {
  return of_angle<Tangent>(d, x, [](float angle) { return std::tan(angle); });
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif  // per target
