// The elements along a dimension in order, as etk/order/order.h has them.
#pragma once

#include "etk/base/view.h"

namespace etk::vec {

/// As etk::order, if it can take the tensors, and k is few of many or there is temporary memory for a row;
/// false if not, and nothing has been written.
bool order(
    Context& ctx, const Tensor& self, size_t d, int64_t k, bool descending, Tensor& values, Tensor& indices);

}  // namespace etk::vec
