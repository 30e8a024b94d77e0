// adaptive_max_pool2d(self): the largest element of each of output_size windows, which cover the plane and
// are nearly of one size, and its index in the plane
#include "etk/pool/adaptive_pool.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kAdaptiveMaxPool2d[] = "adaptive_max_pool2d.out";

std::tuple<Tensor&, Tensor&> ETK_KERNEL(adaptive_max_pool2d_out)(
    Context& ctx, const Tensor& self, ArrayRef<int64_t> output_size, Tensor& out, Tensor& indices) {
  return adaptive_max_pool<kAdaptiveMaxPool2d>(ctx, /*spatial=*/2, self, output_size, out, indices);
}

}  // namespace torch::executor::native
