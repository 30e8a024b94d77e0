// avg_pool1d(self): the mean of each window
#include "etk/pool/sliding_pool.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kAvgPool1d[] = "avg_pool1d.out";

Tensor& ETK_KERNEL(avg_pool1d_out)(
    Context& ctx,
    const Tensor& self,
    ArrayRef<int64_t> kernel_size,
    ArrayRef<int64_t> stride,
    ArrayRef<int64_t> padding,
    bool ceil_mode,
    bool count_include_pad,
    Tensor& out) {
  return mean_pool<kAvgPool1d>(
      ctx, /*spatial=*/1, self, kernel_size, stride, padding, ceil_mode, count_include_pad,
      /*divisor=*/std::nullopt, out);
}

}  // namespace torch::executor::native
