// kthvalue(self, k, dim) = the k-th smallest element along dim, from 1 on, and its first index
#include "etk/rank.h"

#include <tuple>

namespace torch::executor::native {
using namespace etk;

static constexpr char kKthvalue[] = "kthvalue.values";

std::tuple<Tensor&, Tensor&> kthvalue_values(
    Context& ctx, const Tensor& self, int64_t k, int64_t dim, bool keepdim, Tensor& values, Tensor& indices) {
  const std::tuple<Tensor&, Tensor&> outs(values, indices);
  const auto d = wrap_dim(dim, self.dim());
  ETK_REQUIRE(ctx, d && k > 0 && k <= (self.dim() ? self.size(*d) : 1), outs);
  ranked<kKthvalue>(
      ctx, self, wrap_dims(ArrayRef<int64_t>(&dim, 1), self.dim()), keepdim, [k](auto&) { return k - 1; },
      values, &indices);
  return outs;
}

}  // namespace torch::executor::native
