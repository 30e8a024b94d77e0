// adaptive_max_pool3d(self): the largest element of each of output_size windows, which cover the volume
// and are nearly of one size, and its index in the volume
#include "etk/pool/adaptive_pool.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kAdaptiveMaxPool3d[] = "adaptive_max_pool3d.out";

std::tuple<Tensor&, Tensor&> ETK_KERNEL(adaptive_max_pool3d_out)(
    Context& ctx, const Tensor& self, ArrayRef<int64_t> output_size, Tensor& out, Tensor& indices) {
  return adaptive_max_pool<kAdaptiveMaxPool3d>(ctx, /*spatial=*/3, self, output_size, out, indices);
}

}  // namespace torch::executor::native
