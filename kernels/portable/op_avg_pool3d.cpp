// avg_pool3d(self): the mean of each window
#include "etk/pool.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kAvgPool3d[] = "avg_pool3d.out";

Tensor& avg_pool3d_out(
    Context& ctx,
    const Tensor& self,
    ArrayRef<int64_t> kernel_size,
    ArrayRef<int64_t> stride,
    ArrayRef<int64_t> padding,
    bool ceil_mode,
    bool count_include_pad,
    std::optional<int64_t> divisor_override,
    Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  ETK_REQUIRE(ctx, is_wide(dtype), out);
  ETK_REQUIRE(ctx, divisor_override.value_or(1) != 0, out);
  Pool pool(self, 3);
  ETK_REQUIRE(ctx, pool.slide(kernel_size, stride, padding, ceil_mode), out);
  pool.run<kAvgPool3d, kNumbers>(ctx, out, nullptr, PoolMean{pool, count_include_pad, divisor_override});
  return out;
}

}  // namespace torch::executor::native
