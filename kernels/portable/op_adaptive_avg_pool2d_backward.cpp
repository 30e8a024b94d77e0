// _adaptive_avg_pool2d_backward(grad_output, self): the gradient of _adaptive_avg_pool2d: each element
// gathers its part in the mean of each window that it lies in
#include "etk/pool/pool.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kAdaptiveAvgPool2dBackward[] = "_adaptive_avg_pool2d_backward.out";

Tensor& _adaptive_avg_pool2d_backward_out(
    Context& ctx, const Tensor& grad_output, const Tensor& self, Tensor& out) {
  const size_t rank = grad_output.dim();
  ETK_REQUIRE(ctx, rank >= 2, out);
  const int64_t windows[] = {grad_output.size(rank - 2), grad_output.size(rank - 1)};
  Pool pool(self, 2);
  ETK_REQUIRE(ctx, windows[0] > 0 && windows[1] > 0 && pool.adapt(ArrayRef<int64_t>(windows, 2)), out);
  pool.run_backward<kAdaptiveAvgPool2dBackward, kFloats>(ctx, grad_output, out, PoolMeanBackward{{pool}});
  return out;
}

}  // namespace torch::executor::native
