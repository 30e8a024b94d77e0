// Complex tensors by their parts.
#pragma once

#include "etk/base/dtype.h"

namespace etk {

/// The dtype of complex numbers with such parts; Undefined if there is none.
constexpr ScalarType complex_of(ScalarType part) {
  return part == ScalarType::Half     ? ScalarType::ComplexHalf
         : part == ScalarType::Float  ? ScalarType::ComplexFloat
         : part == ScalarType::Double ? ScalarType::ComplexDouble
                                      : ScalarType::Undefined;
}

/// Whether `out` has complex numbers with parts of this dtype.
inline bool is_complex_of(const Tensor& out, ScalarType part) {
  return is_complex(out.scalar_type()) && out.scalar_type() == complex_of(part);
}

}  // namespace etk
