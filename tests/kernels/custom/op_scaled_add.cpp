// scaled_add(x, y, scale) = x + scale · y for tensors of floats of one shape

#include <executorch/runtime/core/exec_aten/util/tensor_util.h>
#include <executorch/runtime/kernel/kernel_runtime_context.h>

namespace custom::native {

using executorch::aten::ScalarType;
using executorch::aten::Tensor;
using executorch::runtime::Error;

Tensor& scaled_add_out(
    executorch::runtime::KernelRuntimeContext& ctx,
    const Tensor& self,
    const Tensor& other,
    double scale,
    Tensor& out) {
  for (const Tensor& tensor : {self, other, out}) {
    if (tensor.scalar_type() != ScalarType::Float) {
      ctx.fail(Error::InvalidArgument);
      return out;
    }
  }
  if (self.sizes() != other.sizes() || !executorch::runtime::tensors_have_same_dim_order(self, other, out) ||
      executorch::runtime::resize_tensor(out, self.sizes()) != Error::Ok) {
    ctx.fail(Error::InvalidArgument);
    return out;
  }
  const auto* x = self.const_data_ptr<float>();
  const auto* y = other.const_data_ptr<float>();
  auto* sum = out.mutable_data_ptr<float>();
  for (ssize_t i = 0; i < out.numel(); ++i) {
    sum[i] = x[i] + static_cast<float>(scale) * y[i];
  }
  return out;
}

}  // namespace custom::native
