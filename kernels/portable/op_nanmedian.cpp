// nanmedian(self, dim) = the median of the numbers along dim, and its first index; NaN where there is none
#include "etk/order/median.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kNanmedianDim[] = "nanmedian.dim_values";
static constexpr char kNanmedian[] = "nanmedian.out";

std::tuple<Tensor&, Tensor&> ETK_KERNEL(nanmedian_dim_values)(
    Context& ctx, const Tensor& self, int64_t dim, bool keepdim, Tensor& values, Tensor& indices) {
  return median_along<kNanmedianDim>(ctx, self, dim, keepdim, Rank::kMiddleOfNumbers, values, indices);
}

Tensor& ETK_KERNEL(nanmedian_out)(Context& ctx, const Tensor& self, Tensor& out) {
  return median_of_all<kNanmedian>(ctx, self, Rank::kMiddleOfNumbers, out);
}

}  // namespace torch::executor::native
