// topk(self, k, dim) = the k largest or smallest elements along dim in order, and their indices
#include "etk/order/order.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kTopk[] = "topk.values";

std::tuple<Tensor&, Tensor&> ETK_KERNEL(topk_values)(
    Context& ctx,
    const Tensor& self,
    int64_t k,
    int64_t dim,
    bool largest,
    bool sorted,
    Tensor& values,
    Tensor& indices) {
  (void)sorted;  // the result is always sorted
  return first_along<kTopk>(ctx, self, k, dim, largest, values, indices);
}

}  // namespace torch::executor::native
