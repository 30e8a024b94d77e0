// The logarithm of the gamma function of vectors of floats, for one SIMD target, computed in double.

#if defined(ETK_VEC_GAMMA_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_GAMMA_INL_H_
#undef ETK_VEC_GAMMA_INL_H_
#else
#define ETK_VEC_GAMMA_INL_H_
#endif

#include "hwy/highway.h"
#include "vec/math/doubles-inl.h"
#include "vec/math/trigonometry-inl.h"

#include <cmath>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class D, class V>
HWY_INLINE V double_log(D d, V x) {
  return hn::Mul(double_log2(d, x), hn::Set(d, 0.69314718055994531));
}

/// log Γ(x) for x > 0.
template <class D, class V>
HWY_INLINE V log_gamma_of_positive(D d, V x) {
  const V half = hn::Set(d, 0.5), logarithm = double_log(d, x);
  // Near the zeros at 1 and 2, it is z · Q(v) with z = (x - 1) · (x - 2) and v = x - 3/2, to 1.8e-8 of it.
  // For x < 1, Γ(x) = Γ(x + 1) / x is used.
  const auto is_below = hn::Lt(x, hn::Set(d, 1.0));
  const V v = hn::Sub(x, hn::IfThenElse(is_below, half, hn::Set(d, 1.5)));
  const V quotient = polynomial(
      d, v, 0.48312894838503273, -0.14595975961128191, 0.062911622467392153, -0.031314612469270177,
      0.016796121016584283, -0.0093505510667812475, 0.0054035758289318198, -0.0035418428873818337,
      0.0022927462010917743, -0.00080611170484126509);
  const V near =
      hn::MulSub(hn::MulSub(v, v, hn::Set(d, 0.25)), quotient, hn::IfThenElseZero(is_below, logarithm));
  // Stirling's formula, with a remainder to 6e-11.
  const V inverse = hn::Div(hn::Set(d, 1.0), x);
  const V rest = polynomial(
      d, hn::Mul(inverse, inverse), 0.083333331732433694, -0.0027776033058198044, 0.00078822236679010685,
      -0.00052258542370725971, 0.00035191760963631868);
  const V small = hn::MulAdd(inverse, rest, hn::Sub(hn::Set(d, 0.91893853320467274), x));
  const V far = hn::MulAdd(hn::Sub(x, half), logarithm, small);
  return hn::IfThenElse(hn::Lt(x, hn::Set(d, 2.25)), near, far);
}

struct LogGamma {
  template <class D, class V>
  HWY_INLINE V operator()(D d, V x) const {
    const V a = hn::Abs(x), positive = log_gamma_of_positive(d, a);
    const auto is_negative = hn::Lt(x, hn::Zero(d));
    if (hn::AllFalse(d, is_negative)) {
      return positive;
    }
    // Γ(-a) · Γ(a) = -π / (a · sin(π · a)), where the sine is computed from the distance to the nearest
    // integer.
    const V shifter = hn::Set(d, kDoubleShifter);
    const V distance = hn::Sub(a, hn::Sub(hn::Add(a, shifter), shifter));
    const V sine = hn::Abs(sine_of_near(d, hn::Mul(distance, hn::Set(d, 3.1415926535897931))));
    const V both = double_log(d, hn::Mul(hn::Mul(a, sine), hn::Set(d, 0.31830988618379069)));
    return hn::IfThenElse(is_negative, hn::Neg(hn::Add(both, positive)), positive);
  }
};

/// For x < -2, smaller results are differences of much larger numbers: cancellation would make them
/// inaccurate.
constexpr float kSmallLogGamma = 0.0078125f;

template <class D, class V>
HWY_INLINE V lgamma(D d, V x) {
#if HWY_HAVE_FLOAT64
  const V zero = hn::Zero(d), value = in_doubles(d, LogGamma(), x);
  const auto is_pole = hn::And(hn::Le(x, zero), hn::Eq(hn::Trunc(x), x));
  const V result = hn::IfThenElse(
      hn::Or(is_pole, hn::Eq(x, hn::Inf(d))), hn::Inf(d), hn::IfThenElse(hn::IsNaN(x), x, value));
  const auto is_lost =
      hn::And(hn::Lt(x, hn::Set(d, -2.0f)), hn::Lt(hn::Abs(result), hn::Set(d, kSmallLogGamma)));
  if (HWY_LIKELY(hn::AllFalse(d, is_lost))) {
    return result;
  }
  const auto again = [](float y, float near) {
    const bool was_lost = y < -2 && std::abs(near) < kSmallLogGamma;
    return was_lost ? static_cast<float>(std::lgamma(static_cast<double>(y))) : near;
  };
  return by_lanes(d, again, x, result);
#else
  return by_lanes(d, [](float y) { return std::lgamma(y); }, x);
#endif
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif  // per target
