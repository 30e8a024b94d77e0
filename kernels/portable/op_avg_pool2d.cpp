// avg_pool2d(self): the mean of each window
#include "etk/pool/sliding_pool.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kAvgPool2d[] = "avg_pool2d.out";

Tensor& ETK_KERNEL(avg_pool2d_out)(
    Context& ctx,
    const Tensor& self,
    ArrayRef<int64_t> kernel_size,
    ArrayRef<int64_t> stride,
    ArrayRef<int64_t> padding,
    bool ceil_mode,
    bool count_include_pad,
    std::optional<int64_t> divisor_override,
    Tensor& out) {
  return mean_pool<kAvgPool2d>(
      ctx, /*spatial=*/2, self, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override,
      out);
}

}  // namespace torch::executor::native
