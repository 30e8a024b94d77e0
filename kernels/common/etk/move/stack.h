// Tensors of one shape, stacked along a new dimension.
#pragma once

#include "etk/base/copy.h"
#include "etk/base/faster.h"
#include "etk/base/selected_dtypes.h"

namespace etk {

/// Sets `out` to the tensors, using `copy`.
template <const char* kOp>
ETK_INLINE Tensor& stack(Context& ctx, TensorList tensors, int64_t dim, Tensor& out) {
  const auto copy = faster_or<kOp>(etk::copy);
  ETK_REQUIRE(ctx, !tensors.empty() && accepts<kOp>(out), out);
  View shape(tensors[0]);
  ScalarType dtype = shape.dtype;
  for (const Tensor& tensor : tensors) {
    dtype = promote(dtype, tensor.scalar_type());
    ETK_REQUIRE(ctx, accepts<kOp>(tensor) && shape == tensor.sizes(), out);
  }
  ETK_REQUIRE(ctx, can_convert(dtype, out.scalar_type()) && can_cast(dtype, out.scalar_type()), out);
  const auto d = wrap_dim(dim, shape.rank + 1);
  ETK_REQUIRE(ctx, d && shape.rank < kMaxRank, out);
  shape.insert(*d);
  shape.sizes[*d] = static_cast<executorch::aten::SizesType>(tensors.size());
  if (resize(ctx, out, shape)) {
    for (size_t i = 0; i < tensors.size(); ++i) {
      View to(out);
      to.remove(*d, static_cast<int64_t>(i));
      copy(View(tensors[i]), to);
    }
  }
  return out;
}

}  // namespace etk
