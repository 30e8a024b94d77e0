// max_pool2d_with_indices(self): the largest element of each window, and its index in the plane
#include "vec/pool.h"

#include <tuple>

namespace torch::executor::native {
using namespace etk;

static constexpr char kMaxPool2d[] = "max_pool2d_with_indices.out";

std::tuple<Tensor&, Tensor&> opt_max_pool2d_with_indices_out(
    Context& ctx,
    const Tensor& self,
    ArrayRef<int64_t> kernel_size,
    ArrayRef<int64_t> stride,
    ArrayRef<int64_t> padding,
    ArrayRef<int64_t> dilation,
    bool ceil_mode,
    Tensor& out,
    Tensor& indices) {
  const std::tuple<Tensor&, Tensor&> outs(out, indices);
  ETK_REQUIRE(ctx, self.scalar_type() != ScalarType::Bool, outs);
  Pool pool(self, 2);
  ETK_REQUIRE(ctx, pool.slide(kernel_size, stride, padding, dilation, ceil_mode), outs);
  constexpr DtypeSet selected = selected_dtypes<kMaxPool2d>();
  if constexpr (selected.has(ScalarType::Float) && selected.has(ScalarType::Long)) {
    if (vec::max_pool(pool, self, out, indices)) {
      return outs;
    }
  }
  pool.run<kMaxPool2d, kNumbers>(ctx, out, &indices, PoolMaximum{pool});
  return outs;
}

}  // namespace torch::executor::native
