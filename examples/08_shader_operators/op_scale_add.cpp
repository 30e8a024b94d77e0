// out = 2 * x + y, for Float tensors of one shape.
#include <executorch/runtime/kernel/kernel_includes.h>

namespace shop {
namespace native {

using executorch::aten::ScalarType;
using executorch::aten::Tensor;
using executorch::runtime::Error;
using executorch::runtime::KernelRuntimeContext;

Tensor& scale_add_out(KernelRuntimeContext& ctx, const Tensor& x, const Tensor& y, Tensor& out) {
  for (const Tensor& tensor : {x, y, out}) {
    ET_KERNEL_CHECK(ctx, tensor.scalar_type() == ScalarType::Float, InvalidArgument, out);
  }
  ET_KERNEL_CHECK(ctx, executorch::runtime::tensors_have_same_shape(x, y), InvalidArgument, out);
  ET_KERNEL_CHECK(ctx, executorch::runtime::tensors_have_same_dim_order(x, y, out), InvalidArgument, out);
  ET_KERNEL_CHECK(ctx, executorch::runtime::resize_tensor(out, x.sizes()) == Error::Ok, InvalidArgument, out);
  for (ssize_t i = 0; i < x.numel(); ++i) {
    out.mutable_data_ptr<float>()[i] = 2.0f * x.const_data_ptr<float>()[i] + y.const_data_ptr<float>()[i];
  }
  return out;
}

}  // namespace native
}  // namespace shop
