// The operator whose shader works on buffers.
#include "sepia.h"

namespace shop {
namespace native {

using executorch::aten::Tensor;
using executorch::runtime::KernelRuntimeContext;

Tensor& sepia_buffer_out(KernelRuntimeContext& ctx, const Tensor& x, Tensor& out) {
  return sepia(ctx, x, out);
}

}  // namespace native
}  // namespace shop
