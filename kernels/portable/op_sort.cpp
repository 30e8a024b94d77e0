// sort(self, dim) = the elements along dim in ascending or descending order, and their indices
#include "etk/order/order.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSort[] = "sort.values";
static constexpr char kSortStable[] = "sort.values_stable";

std::tuple<Tensor&, Tensor&> ETK_KERNEL(sort_values)(
    Context& ctx, const Tensor& self, int64_t dim, bool descending, Tensor& values, Tensor& indices) {
  return sorted_along<kSort>(ctx, self, dim, descending, values, indices);
}

std::tuple<Tensor&, Tensor&> ETK_KERNEL(sort_values_stable)(
    Context& ctx,
    const Tensor& self,
    std::optional<bool> stable,
    int64_t dim,
    bool descending,
    Tensor& values,
    Tensor& indices) {
  (void)stable;  // the sort is always stable
  return sorted_along<kSortStable>(ctx, self, dim, descending, values, indices);
}

}  // namespace torch::executor::native
