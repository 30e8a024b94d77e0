// avg_pool2d(self): the mean of each window
#include "vec/pool.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kAvgPool2d[] = "avg_pool2d.out";

Tensor& opt_avg_pool2d_out(
    Context& ctx,
    const Tensor& self,
    ArrayRef<int64_t> kernel_size,
    ArrayRef<int64_t> stride,
    ArrayRef<int64_t> padding,
    bool ceil_mode,
    bool count_include_pad,
    std::optional<int64_t> divisor_override,
    Tensor& out) {
  ETK_REQUIRE(ctx, is_averaged(self.scalar_type()) && divisor_override.value_or(1) != 0, out);
  Pool pool(self, 2);
  ETK_REQUIRE(ctx, pool.slide(kernel_size, stride, padding, ceil_mode), out);
  const PoolMean mean{pool, count_include_pad, divisor_override};
  if constexpr (selected_dtypes<kAvgPool2d>().has(ScalarType::Float)) {
    if (vec::mean_pool(mean, self, out)) {
      return out;
    }
  }
  pool.run<kAvgPool2d, kNumbers>(ctx, out, nullptr, mean);
  return out;
}

}  // namespace torch::executor::native
