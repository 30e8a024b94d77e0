// A matrix of floats, or of what is as wide, with rows in the place of columns.
#pragma once

#include <cstddef>

namespace etk::vec {

/// Copies a matrix of `rows` and `columns`, whose columns lie `from_stride` apart and whose rows one after
/// the other, to one with the rows `to_stride` apart.
void transpose(
    const float* from, size_t from_stride, size_t rows, size_t columns, float* to, size_t to_stride);

}  // namespace etk::vec
