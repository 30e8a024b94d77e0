#include "floats.h"

namespace small::native {

Tensor& add_out(
    KernelRuntimeContext& ctx, const Tensor& self, const Tensor& other, const Scalar&, Tensor& out) {
  for (ssize_t i = 0; are_floats(ctx, self, other, out) && i < out.numel(); ++i) {
    out.mutable_data_ptr<float>()[i] = self.const_data_ptr<float>()[i] + other.const_data_ptr<float>()[i];
  }
  return out;
}

}  // namespace small::native
