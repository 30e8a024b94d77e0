// fractional_max_pool2d(self): the largest element of each of output_size windows, which are at random
// distances, and its index in the plane
#include "etk/pool/fractional_pool.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kFractionalMaxPool2d[] = "fractional_max_pool2d.output";

std::tuple<Tensor&, Tensor&> fractional_max_pool2d_output(
    Context& ctx,
    const Tensor& self,
    ArrayRef<int64_t> kernel_size,
    ArrayRef<int64_t> output_size,
    const Tensor& random_samples,
    Tensor& output,
    Tensor& indices) {
  return fractional_max_pool<kFractionalMaxPool2d>(
      ctx, /*rank=*/2, self, kernel_size, output_size, random_samples, output, indices);
}

}  // namespace torch::executor::native
