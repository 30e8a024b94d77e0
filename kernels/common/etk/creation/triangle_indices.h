// The indices of triangles of matrices: tril_indices and triu_indices.
#pragma once

#include "etk/base/chunk.h"
#include "etk/base/selected_dtypes.h"
#include "etk/move/triangle.h"

namespace etk {

/// Sets `out` to the row and column of each element of a triangle, row by row.
template <const char* kOp>
Tensor& triangle_indices(
    Context& ctx, int64_t rows, int64_t columns, int64_t offset, bool lower, Tensor& out) {
  const ScalarType dtype = out.scalar_type();
  ETK_REQUIRE(ctx, accepts<kOp>(out) && (dtype == ScalarType::Int || dtype == ScalarType::Long), out);
  ETK_REQUIRE(ctx, rows >= 0 && rows <= INT32_MAX && columns >= 0 && columns <= INT32_MAX, out);
  // Offsets beyond the corners are equivalent to the corners.
  const int64_t k = offset < -rows ? -rows : offset > columns ? columns : offset;
  const auto first = [&](int64_t row) { return lower ? 0 : border_of(row, k, lower, columns); };
  const auto end = [&](int64_t row) { return lower ? border_of(row, k, lower, columns) : columns; };
  int64_t count = 0;
  for (int64_t row = 0; row < rows && count <= INT32_MAX; ++row) {
    count += end(row) - first(row);
  }
  ETK_REQUIRE(ctx, count <= INT32_MAX, out);
  Shape shape;
  shape.push_back(2);
  shape.push_back(count);
  if (!resize(ctx, out, shape)) {
    return out;
  }
  const View to(out);
  char* at = to.data;
  for (int64_t row = 0; row < rows && count > 0; ++row) {
    for (int64_t column = first(row); column < end(row); ++column, at += to.strides[1]) {
      store(dtype, &row, 1, at, 0);
      store(dtype, &column, 1, at + to.strides[0], 0);
    }
  }
  return out;
}

}  // namespace etk
