// Argument checks of addition and subtraction, and wrapping integer arithmetic.
#pragma once

#include "etk/base/call_facts.h"
#include "etk/base/number_checks.h"
#include "etk/elementwise/map.h"

#include <cmath>

namespace etk {

inline bool is_bool(const Tensor& tensor) {
  return tensor.scalar_type() == ScalarType::Bool;
}
inline bool is_bool(const Scalar& number) {
  return number.isBoolean();
}
/// Whether an operand is floating-point or complex.
inline bool is_floating(const Tensor& tensor) {
  return is_floating(part_of(tensor.scalar_type()));
}
inline bool is_floating(const Scalar& number) {
  return number.isFloatingPoint();
}

inline bool is_complex(const Tensor& tensor) {
  return is_complex(tensor.scalar_type());
}
constexpr bool is_complex(const Scalar&) {
  return false;
}

/// The dtype that the operands promote to; if it is complex, the dtype of its real and imaginary parts.
template <typename A, typename B>
ScalarType promoted_part(const A& a, const B& b) {
  if constexpr (std::is_same_v<A, Tensor> && std::is_same_v<B, Tensor>) {
    // The usual case: nothing is promoted.
    const ScalarType dtype = a.scalar_type();
    if (dtype == b.scalar_type() && compute_of(dtype) != Compute::kNone) {
      return dtype;
    }
  }
  if constexpr (kHasComplex) {
    if (is_complex(a) || is_complex(b)) {
      const Operand list[] = {a, b};
      return internal::promoted_parts(list, 2);
    }
  }
  return promoted(a, b);
}

/// Whether alpha is a valid factor for the second operand: a float is invalid if both operands are integers,
/// a bool is valid only if both are Bool, and the promoted dtype has to represent the value.
template <typename A, typename B>
bool is_valid_alpha(const Scalar& alpha, const A& a, const B& b) {
  return (!alpha.isFloatingPoint() || is_floating(a) || is_floating(b)) &&
         (!alpha.isBoolean() || (is_bool(a) && is_bool(b))) && can_hold(promoted_part(a, b), alpha);
}

/// Like the above, for argument `kIndex` of an operator, which may be one constant in all calls.
template <const char* kOp, int kIndex, typename A, typename B>
ETK_INLINE bool is_valid_alpha(const Scalar& alpha, const A& a, const B& b) {
  if constexpr (is_small<kOp, kIndex>()) {
    return true;
  }
  return is_valid_alpha(alpha, a, b);
}

/// The factor with which subtraction becomes an addition. The negative of the lowest integer is itself. A
/// bool is kept, because subtraction of Bools is invalid anyway.
inline Scalar negative_alpha(const Scalar& alpha) {
  if (alpha.isBoolean()) {
    return alpha;
  }
  return alpha.isFloatingPoint() ? Scalar(-to<double>(alpha))
                                 : Scalar(static_cast<int64_t>(-static_cast<uint64_t>(to<int64_t>(alpha))));
}

/// Whether the out has the promoted dtype of the operands. Operators that PyTorch computes without an out,
/// and then copies, do not cast.
template <typename A, typename B>
bool is_valid_result(const Tensor& out, const A& a, const B& b) {
  return is_complex(out) == (is_complex(a) || is_complex(b)) &&
         part_of(out.scalar_type()) == promoted_part(a, b);
}

/// Wraps f, a function of one type, so that integers wrap around.
template <typename F>
constexpr auto wrapping(F f) {
  return [f](auto x, auto... others) {
    if constexpr (std::is_integral_v<decltype(x)>) {
      return static_cast<int64_t>(f(static_cast<uint64_t>(x), static_cast<uint64_t>(others)...));
    } else {
      return f(x, others...);
    }
  };
}

/// -x; the negative of the lowest integer is itself.
template <typename C>
C negative(C x) {
  return wrapping([](auto value) { return -value; })(x);
}

/// |x|, or √(re² + im²) for a complex number; the absolute value of the lowest integer is itself.
struct Absolute {
  template <typename C>
  auto operator()(C x) const {
    if constexpr (std::is_integral_v<C>) {
      return x < 0 ? negative(x) : x;
    } else if constexpr (std::is_same_v<C, Complex>) {
      return std::hypot(x.re, x.im);
    } else {
      return std::fabs(x);
    }
  }
};

}  // namespace etk
