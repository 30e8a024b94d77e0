// adaptive_avg_pool1d(self): the mean of each of output_size windows, which cover the plane and are nearly
// of one size
#include "etk/pool.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kAdaptiveAvgPool1d[] = "adaptive_avg_pool1d.out";

Tensor& adaptive_avg_pool1d_out(
    Context& ctx, const Tensor& self, ArrayRef<int64_t> output_size, Tensor& out) {
  Pool pool(self, 1);
  ETK_REQUIRE(ctx, pool.adapt(output_size), out);
  pool.run<kAdaptiveAvgPool1d, kFloats>(ctx, out, nullptr, PoolMean{pool});
  return out;
}

}  // namespace torch::executor::native
