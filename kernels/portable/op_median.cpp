// median(self, dim) = the element along dim that as many are below as above, the lower of two, and its first
// index; NaN where there is one
#include "etk/order/median.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kMedianDim[] = "median.dim_values";
static constexpr char kMedian[] = "median.out";

std::tuple<Tensor&, Tensor&> ETK_KERNEL(median_dim_values)(
    Context& ctx, const Tensor& self, int64_t dim, bool keepdim, Tensor& values, Tensor& indices) {
  return median_along<kMedianDim>(ctx, self, dim, keepdim, Rank::kMiddle, values, indices);
}

Tensor& ETK_KERNEL(median_out)(Context& ctx, const Tensor& self, Tensor& out) {
  return median_of_all<kMedian>(ctx, self, Rank::kMiddle, out);
}

}  // namespace torch::executor::native
