// What addition and subtraction check of their arguments, and integers that wrap around.
#pragma once

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
/// Whether a number may be none of the integers.
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

/// The dtype that the operands promote to, or that of its parts if it is complex.
template <typename A, typename B>
ScalarType promoted_part(const A& a, const B& b) {
  if constexpr (kHasComplex) {
    if (is_complex(a) || is_complex(b)) {
      const Operand list[] = {a, b};
      return internal::promoted_parts(list, 2);
    }
  }
  return promoted(a, b);
}

/// Whether alpha may scale the second of these operands: integers are not scaled by a float, and only bools
/// by a bool; what they promote to has to hold it.
template <typename A, typename B>
bool is_valid_alpha(const Scalar& alpha, const A& a, const B& b) {
  return (!alpha.isFloatingPoint() || is_floating(a) || is_floating(b)) &&
         (!alpha.isBoolean() || (is_bool(a) && is_bool(b))) && can_hold(promoted_part(a, b), alpha);
}

/// -alpha, which PyTorch adds with where it subtracts; the lowest integer is its own. A bool, which nothing
/// is subtracted with, is kept.
inline Scalar negative_alpha(const Scalar& alpha) {
  if (alpha.isBoolean()) {
    return alpha;
  }
  return alpha.isFloatingPoint() ? Scalar(-to<double>(alpha))
                                 : Scalar(static_cast<int64_t>(-static_cast<uint64_t>(to<int64_t>(alpha))));
}

/// Whether the out has the dtype that the operands promote to: that of an operator which PyTorch computes
/// without an out, and copies, is not cast.
template <typename A, typename B>
bool is_valid_result(const Tensor& out, const A& a, const B& b) {
  return is_complex(out) == (is_complex(a) || is_complex(b)) &&
         part_of(out.scalar_type()) == promoted_part(a, b);
}

/// f, a function of one type, with integers that wrap around.
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

/// -x; the lowest integer is its own.
template <typename C>
C negative(C x) {
  return wrapping([](auto value) { return -value; })(x);
}

/// |x|, of a complex number √(re² + im²); the lowest integer is its own.
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
