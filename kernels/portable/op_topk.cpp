// topk(self, k, dim) = the k largest or smallest elements along dim in order, and their indices
#include "etk/order.h"

#include <tuple>

namespace torch::executor::native {
using namespace etk;

static constexpr char kTopk[] = "topk.values";

std::tuple<Tensor&, Tensor&> topk_values(
    Context& ctx,
    const Tensor& self,
    int64_t k,
    int64_t dim,
    bool largest,
    bool sorted,
    Tensor& values,
    Tensor& indices) {
  (void)sorted;  // always are
  const std::tuple<Tensor&, Tensor&> outs(values, indices);
  const ScalarType dtype = self.scalar_type();
  const auto d = wrap_dim(dim, self.dim());
  ETK_REQUIRE(ctx, accepts<kTopk>(self, indices) && d && (is_floating(dtype) || is_integer(dtype)), outs);
  ETK_REQUIRE(ctx, !is_large_unsigned(dtype) && k >= 0 && k <= (self.dim() ? self.size(*d) : 1), outs);
  // A tensor without dimensions is its own first element, whatever k is.
  order(ctx, self, *d, self.dim() ? k : 1, largest, values, indices);
  return outs;
}

}  // namespace torch::executor::native
