// avg_pool2d_backward(grad_output, self): the gradient of avg_pool2d: each element gathers its part in the
// mean of each window that it lies in
#include "etk/pool/pool.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kAvgPool2dBackward[] = "avg_pool2d_backward.grad_input";

Tensor& avg_pool2d_backward_out(
    Context& ctx,
    const Tensor& grad_output,
    const Tensor& self,
    ArrayRef<int64_t> kernel_size,
    ArrayRef<int64_t> stride,
    ArrayRef<int64_t> padding,
    bool ceil_mode,
    bool count_include_pad,
    std::optional<int64_t> divisor_override,
    Tensor& grad_input) {
  ETK_REQUIRE(ctx, is_averaged(self.scalar_type()) && divisor_override.value_or(1) != 0, grad_input);
  Pool pool(self, 2);
  ETK_REQUIRE(ctx, pool.slide(kernel_size, stride, padding, ceil_mode), grad_input);
  const PoolMean mean{pool, count_include_pad, divisor_override};
  pool.run_backward<kAvgPool2dBackward, kNumbers>(ctx, grad_output, grad_input, PoolMeanBackward{mean});
  return grad_input;
}

}  // namespace torch::executor::native
