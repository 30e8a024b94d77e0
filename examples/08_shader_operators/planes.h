// Images as the graph has them: [N, C, H, W] of Float, contiguous, so that each channel is a plane.
#pragma once

#include <executorch/runtime/kernel/kernel_includes.h>

namespace shop {

// Whether x is a batch of images of so many channels, and out could be made one of the same shape.
inline bool resize_like_images(
    const executorch::aten::Tensor& x, ssize_t channels, executorch::aten::Tensor& out) {
  using executorch::aten::ScalarType;
  return x.dim() == 4 && x.size(1) == channels && x.scalar_type() == ScalarType::Float &&
         out.scalar_type() == ScalarType::Float && executorch::runtime::tensor_is_default_dim_order(x) &&
         executorch::runtime::tensors_have_same_dim_order(x, out) &&
         executorch::runtime::resize_tensor(out, x.sizes()) == executorch::runtime::Error::Ok;
}

}  // namespace shop
