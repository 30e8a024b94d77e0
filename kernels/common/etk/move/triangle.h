// Lower and upper triangles of matrices: tril and triu.
#pragma once

#include "etk/base/dtype.h"
#include "etk/base/view.h"

namespace etk {

/// A faster implementation for an out of the right shape, or null. It returns false, without writing
/// anything, if it does not support the tensors.
using TriangleFunction = bool (*)(const Tensor& self, int64_t k, bool lower, Tensor& out);

/// The column where the kept elements of a row end in a lower triangle, or begin in an upper one.
inline int64_t border_of(int64_t row, int64_t k, bool lower, int64_t columns) {
  const int64_t border = row + k + (lower ? 1 : 0);
  return border < 0 ? 0 : border > columns ? columns : border;
}

/// Sets `out` to the matrices in the last two dimensions of self, with zeros above diagonal k if `lower`, or
/// below it. On diagonal k, the column is k larger than the row.
Tensor& triangle(
    Context& ctx, TriangleFunction faster, const Tensor& self, int64_t k, bool lower, Tensor& out);

}  // namespace etk
