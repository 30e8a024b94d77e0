// The activations of fused operators on vectors of floats.

#if defined(ETK_VEC_ACTIVATION_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_ACTIVATION_INL_H_
#undef ETK_VEC_ACTIVATION_INL_H_
#else
#define ETK_VEC_ACTIVATION_INL_H_
#endif

#include "etk/elementwise/activation.h"
#include "vec/math/erf-inl.h"
#include "vec/math/exponential-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// x · Φ(x), with Φ approximated by tanh.
template <class D, class V>
HWY_INLINE V gelu_tanh(D d, V x) {
  // (1 + tanh(y)) / 2 = 1 / (1 + e^-2y) with y = sqrt(2 / pi) · (x + 0.044715 x³)
  const V factor = hn::MulAdd(hn::Mul(x, x), hn::Set(d, -0.0713548163f), hn::Set(d, -1.59576912f));
  return hn::Div(x, hn::Add(hn::Set(d, 1.0f), exp(d, hn::Mul(x, factor))));
}

/// Clamps x; NaN stays NaN.
template <class V>
HWY_INLINE V clamped(V x, V low, V high) {
  const V raised = hn::IfThenElse(hn::Lt(x, low), low, x);
  return hn::IfThenElse(hn::Gt(raised, high), high, raised);
}

/// The activation of a kind; `low` and `high` are the limits of clamp.
template <int kKind>
struct Activated {
  using Kind = ::etk::Activation::Kind;

  template <class D, class V>
  HWY_INLINE V operator()(D d, V x, V low, V high) const {
    switch (static_cast<Kind>(kKind)) {
      case Kind::kNone:
        return x;
      case Kind::kClamp:
        return clamped(x, low, high);
      case Kind::kGelu:
        return gelu(d, x);
      case Kind::kGeluTanh:
        return gelu_tanh(d, x);
      case Kind::kHardsigmoid:
        return sixth(d, x);
      case Kind::kHardswish:
        return hn::Mul(x, sixth(d, x));
      case Kind::kSigmoid:
        return sigmoid(d, x);
      case Kind::kSilu:
        return hn::Mul(x, sigmoid(d, x));
    }
    return x;
  }

 private:
  template <class D, class V>
  static HWY_INLINE V sixth(D d, V x) {
    const V raised = clamped(hn::Add(x, hn::Set(d, 3.0f)), hn::Zero(d), hn::Set(d, 6.0f));
    return hn::Mul(raised, hn::Set(d, 1.0f / 6));
  }
};

/// Calls f(Activated) for the kind.
template <class F>
HWY_INLINE void with_activation(::etk::Activation::Kind kind, const F& f) {
  using Kind = ::etk::Activation::Kind;
  switch (kind) {
    case Kind::kNone:
      return f(Activated<Kind::kNone>());
    case Kind::kClamp:
      return f(Activated<Kind::kClamp>());
    case Kind::kGelu:
      return f(Activated<Kind::kGelu>());
    case Kind::kGeluTanh:
      return f(Activated<Kind::kGeluTanh>());
    case Kind::kHardsigmoid:
      return f(Activated<Kind::kHardsigmoid>());
    case Kind::kHardswish:
      return f(Activated<Kind::kHardswish>());
    case Kind::kSigmoid:
      return f(Activated<Kind::kSigmoid>());
    case Kind::kSilu:
      return f(Activated<Kind::kSilu>());
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif  // per target
