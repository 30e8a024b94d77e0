// self + alpha · other for Float tensors of one shape and layout. It says what it got.
#include <executorch/runtime/kernel/kernel_includes.h>

#include <cstdio>

namespace tracing {
namespace native {

using executorch::aten::Scalar;
using executorch::aten::ScalarType;
using executorch::aten::Tensor;
using executorch::runtime::KernelRuntimeContext;

Tensor& add_out(
    KernelRuntimeContext& ctx, const Tensor& self, const Tensor& other, const Scalar& alpha, Tensor& out) {
  std::printf("tracing::add_out of %d elements\n", static_cast<int>(out.numel()));
  ET_KERNEL_CHECK(
      ctx, executorch::runtime::tensors_have_same_shape_and_dtype(self, other, out), InvalidArgument, out);
  ET_KERNEL_CHECK(ctx, out.scalar_type() == ScalarType::Float, InvalidArgument, out);
  const auto factor = static_cast<float>(alpha.isFloatingPoint() ? alpha.to<double>() : alpha.to<int64_t>());
  for (ssize_t i = 0; i < out.numel(); ++i) {
    out.mutable_data_ptr<float>()[i] =
        self.const_data_ptr<float>()[i] + factor * other.const_data_ptr<float>()[i];
  }
  return out;
}

}  // namespace native
}  // namespace tracing
