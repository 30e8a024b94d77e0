// _clone_dim_order(self, dim_order): self in this dim order, or its own
#include "etk/dim_order.h"
#include "etk/dtype.h"
#include "vec/copy.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kCloneDimOrder[] = "dim_order_ops::_clone_dim_order.out";

Tensor& opt_clone_dim_order_out(
    Context& ctx,
    const Tensor& self,
    bool non_blocking,
    std::optional<ArrayRef<int64_t>> dim_order,
    Tensor& out) {
  ETK_REQUIRE(ctx, !non_blocking && has_dim_order(out, dim_order, &self), out);
  ETK_REQUIRE(ctx, accepts<kCloneDimOrder>(self) && out.scalar_type() == self.scalar_type(), out);
  return vec::copy_to_out(ctx, View(self), out);
}

}  // namespace torch::executor::native
