// _adaptive_avg_pool2d(self): the mean of each of output_size windows, which cover the plane and are nearly
// of one size
#include "etk/pool/adaptive_pool.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kAdaptiveAvgPool2d[] = "_adaptive_avg_pool2d.out";

Tensor& ETK_KERNEL_AS(_adaptive_avg_pool2d_out, adaptive_avg_pool2d_out)(
    Context& ctx, const Tensor& self, ArrayRef<int64_t> output_size, Tensor& out) {
  return adaptive_mean_pool<kAdaptiveAvgPool2d>(ctx, /*spatial=*/2, self, output_size, out);
}

}  // namespace torch::executor::native
