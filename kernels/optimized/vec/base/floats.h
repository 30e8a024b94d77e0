// What is there for floats alone, or for all that is computed in float.
#pragma once

#include "etk/base/dtype.h"

namespace etk::vec {

/// A function for floats, if the build has selected operator `kOp` for them; null if not, and then nothing of
/// it is in the app.
template <const char* kOp, typename Function>
constexpr Function for_floats(Function function) {
  return selected_dtypes<kOp>().has(ScalarType::Float) ? function : nullptr;
}

/// A function that takes Half and BFloat16 as well: null if the operator is selected for neither of
/// them nor for Float.
template <const char* kOp, typename Function>
constexpr Function for_singles(Function function) {
  return selected_dtypes<kOp>().has(Compute::kFloat) ? function : nullptr;
}

}  // namespace etk::vec
