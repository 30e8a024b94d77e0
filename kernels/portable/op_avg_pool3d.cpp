// avg_pool3d(self): the mean of each window
#include "etk/pool/sliding_pool.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kAvgPool3d[] = "avg_pool3d.out";

Tensor& ETK_KERNEL(avg_pool3d_out)(
    Context& ctx,
    const Tensor& self,
    ArrayRef<int64_t> kernel_size,
    ArrayRef<int64_t> stride,
    ArrayRef<int64_t> padding,
    bool ceil_mode,
    bool count_include_pad,
    std::optional<int64_t> divisor_override,
    Tensor& out) {
  ETK_REQUIRE(ctx, is_wide(self.scalar_type()), out);
  return mean_pool<kAvgPool3d>(
      ctx, /*spatial=*/3, self, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override,
      out);
}

}  // namespace torch::executor::native
