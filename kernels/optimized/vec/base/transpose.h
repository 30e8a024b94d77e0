// The transpose of a matrix of floats or other elements of 4 bytes.
#pragma once

#include <cstddef>

namespace etk::vec {

/// Transposes a matrix of `rows` × `columns`: its columns are `from_stride` apart and each is contiguous; the
/// rows of the result are `to_stride` apart.
void transpose(
    const float* from, size_t from_stride, size_t rows, size_t columns, float* to, size_t to_stride);

}  // namespace etk::vec
