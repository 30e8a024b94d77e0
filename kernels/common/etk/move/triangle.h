// Triangles of matrices: what tril and triu keep.
#pragma once

#include "etk/base/dtype.h"
#include "etk/base/view.h"

namespace etk {

/// One that sets triangles faster, once the out has its shape; null if there is none. False if it does not
/// take the tensors; nothing has been written then.
using TriangleFunction = bool (*)(const Tensor& self, int64_t k, bool lower, Tensor& out);

/// Where the elements that a row keeps end in a lower triangle, or begin in an upper one.
inline int64_t border_of(int64_t row, int64_t k, bool lower, int64_t columns) {
  const int64_t border = row + k + (lower ? 1 : 0);
  return border < 0 ? 0 : border > columns ? columns : border;
}

/// Sets `out` to the matrices in the last two dimensions of self, with zeros above the diagonal if it is
/// `lower`, or below it. Diagonal k is that of the elements whose column is by k larger than their row.
Tensor& triangle(
    Context& ctx, TriangleFunction faster, const Tensor& self, int64_t k, bool lower, Tensor& out);

}  // namespace etk
