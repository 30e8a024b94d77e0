// avg_pool1d(self): the mean of each window
#include "etk/pool.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kAvgPool1d[] = "avg_pool1d.out";

Tensor& avg_pool1d_out(
    Context& ctx,
    const Tensor& self,
    ArrayRef<int64_t> kernel_size,
    ArrayRef<int64_t> stride,
    ArrayRef<int64_t> padding,
    bool ceil_mode,
    bool count_include_pad,
    Tensor& out) {
  ETK_REQUIRE(ctx, is_averaged(self.scalar_type()), out);
  Pool pool(self, 1);
  ETK_REQUIRE(ctx, pool.slide(kernel_size, stride, padding, ceil_mode), out);
  pool.run<kAvgPool1d, kNumbers>(ctx, out, nullptr, PoolMean{pool, count_include_pad});
  return out;
}

}  // namespace torch::executor::native
