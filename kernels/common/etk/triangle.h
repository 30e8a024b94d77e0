// Triangles of matrices: what tril and triu keep.
#pragma once

#include "etk/dtype.h"
#include "etk/view.h"

namespace etk {

/// Sets `out` to the matrices in the last two dimensions of self, with zeros above the diagonal if it is
/// `lower`, or below it. Diagonal k is that of the elements whose column is by k larger than their row.
Tensor& triangle(Context& ctx, const Tensor& self, int64_t k, bool lower, Tensor& out);

}  // namespace etk
