// Upper and lower triangles of matrices.
#pragma once

#include "etk/base/core.h"

namespace etk::vec {

/// Sets `out` to the matrices of `self` with zeros above diagonal k if `lower`, else below it. False, before
/// anything is written, if a tensor is not contiguous.
bool copy_triangles(const Tensor& self, int64_t k, bool lower, Tensor& out);

}  // namespace etk::vec
