// max_pool2d_with_indices_backward(grad_output, self, indices): the gradient of max_pool2d: each element
// gathers from the windows that have chosen it
#include "etk/pool.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kMaxPool2dBackward[] = "max_pool2d_with_indices_backward.grad_input";

Tensor& max_pool2d_with_indices_backward_out(
    Context& ctx,
    const Tensor& grad_output,
    const Tensor& self,
    ArrayRef<int64_t> kernel_size,
    ArrayRef<int64_t> stride,
    ArrayRef<int64_t> padding,
    ArrayRef<int64_t> dilation,
    bool ceil_mode,
    const Tensor& indices,
    Tensor& grad_input) {
  Pool pool(self, 2);
  ETK_REQUIRE(ctx, pool.slide(kernel_size, stride, padding, dilation, ceil_mode), grad_input);
  pool.run_backward<kMaxPool2dBackward, kFloats>(
      ctx, grad_output, &indices, grad_input, PoolMaximumBackward{pool});
  return grad_input;
}

}  // namespace torch::executor::native
