// adaptive_max_pool2d(self): the largest element of each of output_size windows, which cover the plane and
// are nearly of one size, and its index in the plane
#include "etk/pool.h"

#include <tuple>

namespace torch::executor::native {
using namespace etk;

static constexpr char kAdaptiveMaxPool2d[] = "adaptive_max_pool2d.out";

std::tuple<Tensor&, Tensor&> adaptive_max_pool2d_out(
    Context& ctx, const Tensor& self, ArrayRef<int64_t> output_size, Tensor& out, Tensor& indices) {
  const std::tuple<Tensor&, Tensor&> outs(out, indices);
  Pool pool(self, 2);
  ETK_REQUIRE(ctx, output_size.size() == 2 && pool.adapt(output_size), outs);
  pool.run<kAdaptiveMaxPool2d, kFloats>(ctx, out, &indices, PoolMaximum{pool});
  return outs;
}

}  // namespace torch::executor::native
