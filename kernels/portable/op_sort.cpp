// sort(self, dim) = the elements along dim in ascending or descending order, and their indices
#include "etk/order.h"

#include <tuple>

namespace torch::executor::native {
using namespace etk;

static constexpr char kSort[] = "sort.values";
static constexpr char kSortStable[] = "sort.values_stable";

namespace {

template <const char* kOp>
std::tuple<Tensor&, Tensor&> sorted_along(
    Context& ctx, const Tensor& self, int64_t dim, bool descending, Tensor& values, Tensor& indices) {
  const std::tuple<Tensor&, Tensor&> outs(values, indices);
  const auto d = wrap_dim(dim, self.dim());
  ETK_REQUIRE(
      ctx, (accepts<kOp>(self, indices) && d && compute_of(self.scalar_type()) != Compute::kNone), outs);
  order(ctx, self, *d, self.dim() ? self.size(*d) : 1, descending, values, indices);
  return outs;
}

}  // namespace

std::tuple<Tensor&, Tensor&> sort_values(
    Context& ctx, const Tensor& self, int64_t dim, bool descending, Tensor& values, Tensor& indices) {
  return sorted_along<kSort>(ctx, self, dim, descending, values, indices);
}

std::tuple<Tensor&, Tensor&> sort_values_stable(
    Context& ctx,
    const Tensor& self,
    std::optional<bool> stable,
    int64_t dim,
    bool descending,
    Tensor& values,
    Tensor& indices) {
  (void)stable;  // always is
  return sorted_along<kSortStable>(ctx, self, dim, descending, values, indices);
}

}  // namespace torch::executor::native
