// softmax of floats that are scaled, and to which a mask is added, row by row.
#pragma once

#include "etk/base/core.h"

namespace etk::vec {

/// A MaskedSoftmaxFunction along the last dimension of contiguous tensors of floats. The mask, which may be
/// null, is broadcast; along the rows it is contiguous.
bool masked_softmax(
    const Tensor& self, const Tensor* mask, double scale, size_t dim, bool masked_rows_are_zero, Tensor& out);

}  // namespace etk::vec
