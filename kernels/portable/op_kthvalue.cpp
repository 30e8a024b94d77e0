// kthvalue(self, k, dim) = the k-th smallest element along dim, from 1 on, and its first index
#include "etk/order/rank.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kKthvalue[] = "kthvalue.values";

std::tuple<Tensor&, Tensor&> ETK_KERNEL(kthvalue_values)(
    Context& ctx, const Tensor& self, int64_t k, int64_t dim, bool keepdim, Tensor& values, Tensor& indices) {
  return ranked_along<kKthvalue>(ctx, self, k, dim, keepdim, values, indices);
}

}  // namespace torch::executor::native
