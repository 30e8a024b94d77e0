// Slices of tensors, for operators that copy or replace them.
#pragma once

#include "etk/base/copy.h"
#include "etk/base/faster.h"
#include "etk/base/selected_dtypes.h"

namespace etk {

// Each function narrows a view to a slice, and returns false if the slice does not exist.

/// Selects one index of a dimension and removes the dimension.
bool select(View& view, int64_t dim, int64_t index);

/// Selects every step-th index of a dimension in [start, end).
bool slice(View& view, int64_t dim, std::optional<int64_t> start, std::optional<int64_t> end, int64_t step);

/// Selects `length` indices of a dimension, from start on.
bool narrow(View& view, int64_t dim, int64_t start, int64_t length);

/// Selects the elements whose index in dim2 is `offset` larger than in dim1. Both dimensions are removed, and
/// the diagonal becomes the last dimension.
bool diagonal(View& view, int64_t offset, int64_t dim1, int64_t dim2);

/// A view with these sizes and strides, from element `offset` of the tensor's memory on.
bool strided(View& view, ArrayRef<int64_t> size, ArrayRef<int64_t> stride, std::optional<int64_t> offset);

/// Whether a slice can be replaced by a tensor, which may have another dtype.
bool can_replace(const View& part, const Tensor& src);

/// Sets `out` to self with a slice replaced by `src`, using `copy`. `narrow` is one of the functions above.
template <const char* kOp, typename Narrow>
ETK_INLINE Tensor& replace_part(
    Context& ctx, const Tensor& self, const Tensor& src, Tensor& out, const Narrow& narrow) {
  const auto copy = faster_or<kOp>(etk::copy);
  ETK_REQUIRE(ctx, (accepts<kOp>(self, src)), out);
  View part(self);
  ETK_REQUIRE(ctx, out.scalar_type() == self.scalar_type(), out);
  ETK_REQUIRE(ctx, narrow(part) && can_replace(part, src), out);
  if (resize(ctx, out, Shape(self))) {
    View to(out);
    copy(View(self), to);
    narrow(to);
    copy(View(src), to);
  }
  return out;
}

}  // namespace etk
