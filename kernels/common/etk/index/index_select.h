// Selection of indices along a dimension.
#pragma once

#include "etk/base/copy.h"
#include "etk/base/faster.h"
#include "etk/base/indices.h"

namespace etk {

/// A faster implementation, or null. It returns false if it does not support the tensors; then only the out
/// may have been resized.
using IndexSelectFunction = bool (*)(const Tensor& self, size_t dim, const Tensor& index, Tensor& out);

/// Sets `out` to the slices of self at the indices of a dimension, by `faster` or `copy`.
template <const char* kOp>
ETK_INLINE Tensor& index_select(
    Context& ctx, const Tensor& self, int64_t dim, const Tensor& index, Tensor& out) {
  const auto copy = faster_or<kOp>(etk::copy);
  ETK_REQUIRE(ctx, (accepts<kOp>(self, index)) && out.scalar_type() == self.scalar_type(), out);
  const auto d = wrap_dim(dim, self.dim());
  Shape shape(self);
  ETK_REQUIRE(ctx, d && index.dim() <= 1 && are_apart(index, out), out);
  if (shape.rank > 0 && index.dim() == 1 && try_faster<kOp, IndexSelectFunction>(self, *d, index, out)) {
    return out;
  }
  ETK_REQUIRE(ctx, are_indices(index, 0, shape.rank ? shape.sizes[*d] : 1), out);
  ETK_REQUIRE(ctx, shape.rank > 0 || index.numel() == 1, out);
  if (shape.rank == 0) {
    return copy_to_out(ctx, self, out, copy);
  }
  shape.sizes[*d] = static_cast<executorch::aten::SizesType>(index.numel());
  if (!resize(ctx, out, shape)) {
    return out;
  }
  const View indices(index);
  const ptrdiff_t stride = indices.rank ? indices.strides[0] : 0;
  for (int64_t i = 0; i < shape.sizes[*d]; ++i) {
    View from(self), to(out);
    from.remove(*d, read_index(indices.dtype, indices.data + i * stride));
    to.remove(*d, i);
    copy(from, to);
  }
  return out;
}

}  // namespace etk
