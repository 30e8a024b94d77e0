// Whether tensors of indices are in range.
#pragma once

#include "etk/base/core.h"

namespace etk::vec {

/// Like etk::are_indices.
bool are_indices(const Tensor& indices, int64_t low, int64_t high);

/// Whether indices are Long, and an array.
bool are_long_indices(const Tensor& indices);

/// Whether such indices are in [low, high).
bool are_in_range(const Tensor& indices, int64_t low, int64_t high);

}  // namespace etk::vec
