// fractional_max_pool3d(self): the largest element of each of output_size windows, which are at random
// distances, and its index in the volume
#include "etk/pool/fractional_pool.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kFractionalMaxPool3d[] = "fractional_max_pool3d.output";

std::tuple<Tensor&, Tensor&> fractional_max_pool3d_output(
    Context& ctx,
    const Tensor& self,
    ArrayRef<int64_t> kernel_size,
    ArrayRef<int64_t> output_size,
    const Tensor& random_samples,
    Tensor& output,
    Tensor& indices) {
  return fractional_max_pool<kFractionalMaxPool3d>(
      ctx, /*rank=*/3, self, kernel_size, output_size, random_samples, output, indices);
}

}  // namespace torch::executor::native
