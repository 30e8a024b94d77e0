// The elements along a dimension in order: what sort and topk share.
#pragma once

#include "etk/dtype.h"
#include "etk/view.h"

namespace etk {

/// Sets `values` to the first k elements of `self` along dimension d, in ascending or descending order, and
/// `indices` to where they are. NaN is larger than any number, and equal elements keep their order.
///
/// Takes O(n log k) steps for n elements, and no memory: the indices are their own heap.
void order(
    Context& ctx, const Tensor& self, size_t d, int64_t k, bool descending, Tensor& values, Tensor& indices);

}  // namespace etk
