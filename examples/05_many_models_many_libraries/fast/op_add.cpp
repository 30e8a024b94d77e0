// self + alpha · other for Float tensors of one shape and layout. It says that it ran.
#include <executorch/runtime/kernel/kernel_includes.h>

#include <cstdio>

namespace fast {
namespace native {

using executorch::aten::Scalar;
using executorch::aten::Tensor;
using executorch::runtime::KernelRuntimeContext;

Tensor& add_out(
    KernelRuntimeContext& ctx, const Tensor& self, const Tensor& other, const Scalar& alpha, Tensor& out) {
  std::puts("fast::add_out");
  ET_KERNEL_CHECK(ctx, executorch::runtime::tensors_have_same_shape(self, other, out), InvalidArgument, out);
  const auto factor = static_cast<float>(alpha.isFloatingPoint() ? alpha.to<double>() : alpha.to<int64_t>());
  const float* a = self.const_data_ptr<float>();
  const float* b = other.const_data_ptr<float>();
  float* to = out.mutable_data_ptr<float>();
  for (ssize_t i = 0; i < out.numel(); ++i) {
    to[i] = a[i] + factor * b[i];
  }
  return out;
}

}  // namespace native
}  // namespace fast
