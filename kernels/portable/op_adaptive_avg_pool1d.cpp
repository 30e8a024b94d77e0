// adaptive_avg_pool1d(self): the mean of each of output_size windows, which cover the plane and are nearly
// of one size
#include "etk/pool/adaptive_pool.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kAdaptiveAvgPool1d[] = "adaptive_avg_pool1d.out";

Tensor& ETK_KERNEL(adaptive_avg_pool1d_out)(
    Context& ctx, const Tensor& self, ArrayRef<int64_t> output_size, Tensor& out) {
  return adaptive_mean_pool<kAdaptiveAvgPool1d>(ctx, /*spatial=*/1, self, output_size, out);
}

}  // namespace torch::executor::native
