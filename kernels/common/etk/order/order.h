// Sorting along a dimension: the shared implementation of sort and topk.
#pragma once

#include "etk/base/faster.h"
#include "etk/base/selected_dtypes.h"
#include "etk/base/view.h"

#include <tuple>

namespace etk {

/// Sets `values` to the first k elements of `self` along dimension d, in ascending or descending order, and
/// `indices` to their indices. NaN is larger than any number; the sort is stable.
///
/// Takes O(n log k) steps for n elements, and no temporary memory: the out for indices is used as a heap.
void order(
    Context& ctx, const Tensor& self, size_t d, int64_t k, bool descending, Tensor& values, Tensor& indices);

/// A faster implementation, or null. It returns false, without changing anything, if it does not support the
/// tensors.
using OrderFunction = bool (*)(
    Context& ctx, const Tensor& self, size_t d, int64_t k, bool descending, Tensor& values, Tensor& indices);

/// The k largest or smallest elements along a dimension.
template <const char* kOp>
ETK_INLINE std::tuple<Tensor&, Tensor&> first_along(
    Context& ctx, const Tensor& self, int64_t k, int64_t dim, bool largest, Tensor& values, Tensor& indices) {
  const std::tuple<Tensor&, Tensor&> outs(values, indices);
  const ScalarType dtype = self.scalar_type();
  const auto d = wrap_dim(dim, self.dim());
  ETK_REQUIRE(ctx, accepts<kOp>(self, indices) && d && (is_floating(dtype) || is_integer(dtype)), outs);
  ETK_REQUIRE(ctx, !is_large_unsigned(dtype) && k >= 0 && k <= (self.dim() ? self.size(*d) : 1), outs);
  // A tensor without dimensions is treated as one element, for any k.
  k = self.dim() ? k : 1;
  if (!try_faster<kOp, OrderFunction>(ctx, self, *d, k, largest, values, indices)) {
    order(ctx, self, *d, k, largest, values, indices);
  }
  return outs;
}

/// All elements along a dimension.
template <const char* kOp>
ETK_INLINE std::tuple<Tensor&, Tensor&> sorted_along(
    Context& ctx, const Tensor& self, int64_t dim, bool descending, Tensor& values, Tensor& indices) {
  const std::tuple<Tensor&, Tensor&> outs(values, indices);
  const auto d = wrap_dim(dim, self.dim());
  ETK_REQUIRE(
      ctx, (accepts<kOp>(self, indices) && d && compute_of(self.scalar_type()) != Compute::kNone), outs);
  const int64_t n = self.dim() ? self.size(*d) : 1;
  if (!try_faster<kOp, OrderFunction>(ctx, self, *d, n, descending, values, indices)) {
    order(ctx, self, *d, n, descending, values, indices);
  }
  return outs;
}

}  // namespace etk
