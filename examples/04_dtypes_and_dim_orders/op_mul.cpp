// self · other, for Float matrices.
#include "calls.h"
#include "elementwise.h"

namespace example {
namespace native {

Tensor& mul_float_matrix(KernelRuntimeContext& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  calls().emplace_back("mul_float_matrix");
  ET_KERNEL_CHECK(ctx, fits(self, other, out), InvalidArgument, out);
  apply<float>(self, other, out, [](float a, float b) { return a * b; });
  return out;
}

}  // namespace native
}  // namespace example
