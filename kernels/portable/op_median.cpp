// median(self, dim) = the element along dim that as many are below as above, the lower of two, and its first
// index; NaN where there is one
#include "etk/median.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kMedianDim[] = "median.dim_values";
static constexpr char kMedian[] = "median.out";

static const auto middle = [](auto& row) {
  bool any_nan = false;
  row.for_each([&](auto x) { any_nan |= x != x; });
  const auto last = static_cast<int64_t>(row.count()) - 1;
  return any_nan ? last : last / 2;
};

std::tuple<Tensor&, Tensor&> median_dim_values(
    Context& ctx, const Tensor& self, int64_t dim, bool keepdim, Tensor& values, Tensor& indices) {
  return median_along<kMedianDim>(ctx, self, dim, keepdim, middle, values, indices);
}

Tensor& median_out(Context& ctx, const Tensor& self, Tensor& out) {
  return median_of_all<kMedian>(ctx, self, middle, out);
}

}  // namespace torch::executor::native
