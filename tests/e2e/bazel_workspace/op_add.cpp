// Adds float tensors of one shape.
#include <executorch/runtime/kernel/kernel_includes.h>

#include "counting.h"

namespace consumer::native {

using executorch::aten::Scalar;
using executorch::aten::Tensor;
using executorch::runtime::KernelRuntimeContext;

Tensor& add_out(
    KernelRuntimeContext& ctx, const Tensor& self, const Tensor& other, const Scalar& alpha, Tensor& out) {
  (void)ctx, (void)alpha;
  count("consumer::add_out");
  for (ssize_t i = 0; i < out.numel(); ++i) {
    out.mutable_data_ptr<float>()[i] = self.const_data_ptr<float>()[i] + other.const_data_ptr<float>()[i];
  }
  return out;
}

}  // namespace consumer::native
