// What addition and subtraction check of their arguments.
#pragma once

#include "etk/map.h"

namespace etk {

inline bool is_bool(const Tensor& tensor) {
  return tensor.scalar_type() == ScalarType::Bool;
}
inline bool is_bool(const Scalar& number) {
  return number.isBoolean();
}
inline bool is_floating(const Tensor& tensor) {
  return is_floating(tensor.scalar_type());
}
inline bool is_floating(const Scalar& number) {
  return number.isFloatingPoint();
}

/// Whether alpha may scale the second of these operands: integers are not scaled by a float, and only bools
/// by a bool.
template <typename A, typename B>
bool is_valid_alpha(const Scalar& alpha, const A& a, const B& b) {
  return (!alpha.isFloatingPoint() || is_floating(a) || is_floating(b)) &&
         (!alpha.isBoolean() || (is_bool(a) && is_bool(b)));
}

}  // namespace etk
