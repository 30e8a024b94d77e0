// Complex dtypes and the dtypes of their real and imaginary parts.
#pragma once

#include "etk/base/dtype.h"

namespace etk {

/// The complex dtype whose parts have this dtype; Undefined if there is none.
constexpr ScalarType complex_of(ScalarType part) {
  return part == ScalarType::Half     ? ScalarType::ComplexHalf
         : part == ScalarType::Float  ? ScalarType::ComplexFloat
         : part == ScalarType::Double ? ScalarType::ComplexDouble
                                      : ScalarType::Undefined;
}

/// Whether `out` is complex and its parts have this dtype.
inline bool is_complex_of(const Tensor& out, ScalarType part) {
  return is_complex(out.scalar_type()) && out.scalar_type() == complex_of(part);
}

}  // namespace etk
