// _clone_dim_order(self, dim_order): self in this dim order, or its own
#include "etk/dtype.h"
#include "etk/view.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kCloneDimOrder[] = "dim_order_ops::_clone_dim_order.out";

static bool has_dim_order(const Tensor& out, const Tensor& self, std::optional<ArrayRef<int64_t>> dim_order) {
  bool same = out.dim() == self.dim() && (!dim_order || dim_order->size() == out.dim_order().size());
  for (size_t d = 0; same && d < out.dim_order().size(); ++d) {
    same = out.dim_order()[d] == (dim_order ? (*dim_order)[d] : self.dim_order()[d]);
  }
  return same;
}

Tensor& _clone_dim_order_out(
    Context& ctx,
    const Tensor& self,
    bool non_blocking,
    std::optional<ArrayRef<int64_t>> dim_order,
    Tensor& out) {
  ETK_REQUIRE(ctx, !non_blocking && has_dim_order(out, self, dim_order), out);
  ETK_REQUIRE(ctx, accepts<kCloneDimOrder>(self) && out.scalar_type() == self.scalar_type(), out);
  return copy_to_out(ctx, View(self), out);
}

}  // namespace torch::executor::native
