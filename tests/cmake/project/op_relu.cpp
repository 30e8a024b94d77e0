#include "floats.h"

namespace small::native {

Tensor& relu_out(KernelRuntimeContext& ctx, const Tensor& self, Tensor& out) {
  for (ssize_t i = 0; are_floats(ctx, self, self, out) && i < out.numel(); ++i) {
    const float x = self.const_data_ptr<float>()[i];
    out.mutable_data_ptr<float>()[i] = x > 0 ? x : 0;
  }
  return out;
}

}  // namespace small::native
