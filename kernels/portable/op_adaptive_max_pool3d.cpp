// adaptive_max_pool3d(self): the largest element of each of output_size windows, which cover the volume
// and are nearly of one size, and its index in the volume
#include "etk/pool.h"

#include <tuple>

namespace torch::executor::native {
using namespace etk;

static constexpr char kAdaptiveMaxPool3d[] = "adaptive_max_pool3d.out";

std::tuple<Tensor&, Tensor&> adaptive_max_pool3d_out(
    Context& ctx, const Tensor& self, ArrayRef<int64_t> output_size, Tensor& out, Tensor& indices) {
  const std::tuple<Tensor&, Tensor&> outs(out, indices);
  Pool pool(self, 3);
  ETK_REQUIRE(ctx, output_size.size() == 3 && pool.adapt(output_size), outs);
  pool.run<kAdaptiveMaxPool3d, kFloats>(ctx, out, &indices, PoolMaximum{pool});
  return outs;
}

}  // namespace torch::executor::native
