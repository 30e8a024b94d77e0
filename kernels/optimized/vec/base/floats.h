// Selection of functions for Float alone, or for all dtypes that are computed in float.
#pragma once

#include "etk/base/selected_dtypes.h"

namespace etk::vec {

/// The function, if the build has selected operator `kOp` for Float; else null, so that the function is not
/// linked into the app.
template <const char* kOp, typename Function>
constexpr Function for_floats(Function function) {
  return selected_dtypes<kOp>().has(ScalarType::Float) ? function : nullptr;
}

/// The same for a function that also supports Half and BFloat16: null if the operator is selected for none of
/// the three.
template <const char* kOp, typename Function>
constexpr Function for_singles(Function function) {
  return selected_dtypes<kOp>().has(Compute::kFloat) ? function : nullptr;
}

}  // namespace etk::vec
