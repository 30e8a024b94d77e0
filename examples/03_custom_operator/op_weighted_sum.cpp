// Σ weightᵢ · xᵢ + bias, for Float tensors of one shape; bias may be missing.
#include <executorch/runtime/kernel/kernel_includes.h>

#include <optional>

namespace my_ops {
namespace native {

using executorch::aten::ArrayRef;
using executorch::aten::ScalarType;
using executorch::aten::Tensor;
using executorch::aten::TensorList;
using executorch::runtime::Error;
using executorch::runtime::KernelRuntimeContext;

Tensor& weighted_sum_out(
    KernelRuntimeContext& ctx,
    TensorList xs,
    ArrayRef<double> weights,
    const std::optional<Tensor>& bias,
    Tensor& out) {
  ET_KERNEL_CHECK(ctx, !xs.empty() && xs.size() == weights.size(), InvalidArgument, out);
  ET_KERNEL_CHECK(ctx, out.scalar_type() == ScalarType::Float, InvalidArgument, out);
  const auto fits = [&](const Tensor& tensor) {
    return tensor.scalar_type() == ScalarType::Float &&
           executorch::runtime::tensors_have_same_shape(tensor, xs[0]) &&
           executorch::runtime::tensors_have_same_dim_order(tensor, out);
  };
  for (const Tensor& x : xs) {
    ET_KERNEL_CHECK(ctx, fits(x), InvalidArgument, out);
  }
  ET_KERNEL_CHECK(ctx, !bias.has_value() || fits(*bias), InvalidArgument, out);
  ET_KERNEL_CHECK(
      ctx, executorch::runtime::resize_tensor(out, xs[0].sizes()) == Error::Ok, InvalidArgument, out);
  for (ssize_t i = 0; i < out.numel(); ++i) {
    double sum = bias.has_value() ? static_cast<double>(bias->const_data_ptr<float>()[i]) : 0.0;
    for (size_t k = 0; k < xs.size(); ++k) {
      sum += weights[k] * static_cast<double>(xs[k].const_data_ptr<float>()[i]);
    }
    out.mutable_data_ptr<float>()[i] = static_cast<float>(sum);
  }
  return out;
}

}  // namespace native
}  // namespace my_ops
