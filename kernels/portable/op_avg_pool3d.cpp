// avg_pool3d(self): the mean of each window
#include "etk/pool/sliding_pool.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kAvgPool3d[] = "avg_pool3d.out";

// Unlike a window of one or two dimensions, this one must not be larger than the tensor without its padding.
static bool fits(ArrayRef<int64_t> kernel_size, const Tensor& self) {
  if ((kernel_size.size() != 1 && kernel_size.size() != 3) || self.dim() < 3) {
    return false;
  }
  bool fits = true;
  for (size_t d = 0; d < 3; ++d) {
    const int64_t size = self.size(self.dim() - 3 + static_cast<ssize_t>(d));
    fits = fits && kernel_size[kernel_size.size() == 3 ? d : 0] <= size;
  }
  return fits;
}

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
  ETK_REQUIRE(ctx, is_wide(self.scalar_type()) && fits(kernel_size, self), out);
  return mean_pool<kAvgPool3d>(
      ctx, /*spatial=*/3, self, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override,
      out);
}

}  // namespace torch::executor::native
