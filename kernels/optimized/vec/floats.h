// What is there for floats alone.
#pragma once

#include "etk/dtype.h"

#include <optional>

namespace etk::vec {

/// A function for floats, if the build has selected operator `kOp` for them; null if not, and then nothing of
/// it is in the app.
template <const char* kOp, typename Function>
constexpr Function for_floats(Function function) {
  return selected_dtypes<kOp>().has(ScalarType::Float) ? function : nullptr;
}

/// The elements of a tensor of floats; null if there is none.
inline const float* floats_of(const std::optional<Tensor>& tensor) {
  return tensor ? tensor->const_data_ptr<float>() : nullptr;
}

}  // namespace etk::vec
