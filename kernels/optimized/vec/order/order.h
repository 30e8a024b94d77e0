// Sorting along a dimension, with the semantics of etk/order/order.h.
#pragma once

#include "etk/base/view.h"

namespace etk::vec {

/// Like etk::order, if it supports the tensors, and if k is much less than the size of the dimension or there
/// is temporary memory for a row; otherwise returns false without writing anything.
bool order(
    Context& ctx, const Tensor& self, size_t d, int64_t k, bool descending, Tensor& values, Tensor& indices);

}  // namespace etk::vec
