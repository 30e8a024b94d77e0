// A bias for each of the four channels of images.
#include "planes.h"

namespace shop {
namespace native {

using executorch::aten::Tensor;
using executorch::runtime::KernelRuntimeContext;

Tensor& rgba_bias_out(KernelRuntimeContext& ctx, const Tensor& x, Tensor& out) {
  constexpr float bias[] = {0.125f, 0.25f, 0.5f, 1.0f};
  ET_KERNEL_CHECK(ctx, resize_like_images(x, 4, out), InvalidArgument, out);
  const ssize_t plane = x.size(2) * x.size(3);
  for (ssize_t i = 0; i < x.numel(); ++i) {
    out.mutable_data_ptr<float>()[i] = x.const_data_ptr<float>()[i] + bias[i / plane % 4];
  }
  return out;
}

}  // namespace native
}  // namespace shop
