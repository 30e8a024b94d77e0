// Triangles of matrices.
#pragma once

#include "etk/base/core.h"

namespace etk::vec {

/// Sets `out` to matrices with zeros above diagonal k if they are `lower`, else below it. False if elements
/// lie otherwise than in the order of dimensions; nothing has been written then.
bool copy_triangles(const Tensor& self, int64_t k, bool lower, Tensor& out);

}  // namespace etk::vec
