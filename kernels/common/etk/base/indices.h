// Tensors of indices.
#pragma once

#include "etk/base/dtype.h"
#include "etk/base/view.h"

namespace etk {

/// Whether `indices` is a tensor of Int or Long whose values are all in [low, high).
bool are_indices(const Tensor& indices, int64_t low, int64_t high);

/// The type of a function that checks indices.
using IndicesFunction = bool (*)(const Tensor& indices, int64_t low, int64_t high);

/// Reads an index from a tensor of indices.
inline int64_t read_index(ScalarType dtype, const char* at) {
  int64_t index = 0;
  load(dtype, at, 0, 1, &index);
  return index;
}

}  // namespace etk
