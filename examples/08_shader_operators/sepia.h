// What both sepia operators compute where there is no delegate.
#pragma once

#include "planes.h"

namespace shop {

inline executorch::aten::Tensor& sepia(
    executorch::runtime::KernelRuntimeContext& ctx,
    const executorch::aten::Tensor& x,
    executorch::aten::Tensor& out) {
  constexpr float from[3][3] = {{0.393f, 0.769f, 0.189f}, {0.349f, 0.686f, 0.168f}, {0.272f, 0.534f, 0.131f}};
  ET_KERNEL_CHECK(ctx, resize_like_images(x, 3, out), InvalidArgument, out);
  const ssize_t plane = x.size(2) * x.size(3);
  for (ssize_t i = 0; i < x.numel(); ++i) {
    const ssize_t channel = i / plane % 3;
    const float* red = x.const_data_ptr<float>() + i - channel * plane;
    out.mutable_data_ptr<float>()[i] =
        from[channel][0] * red[0] + from[channel][1] * red[plane] + from[channel][2] * red[2 * plane];
  }
  return out;
}

}  // namespace shop
