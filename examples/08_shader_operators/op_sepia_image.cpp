// The operator whose shader works on images.
#include "sepia.h"

namespace shop {
namespace native {

using executorch::aten::Tensor;
using executorch::runtime::KernelRuntimeContext;

Tensor& sepia_image_out(KernelRuntimeContext& ctx, const Tensor& x, Tensor& out) {
  return sepia(ctx, x, out);
}

}  // namespace native
}  // namespace shop
