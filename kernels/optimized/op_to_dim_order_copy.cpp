// _to_dim_order_copy(self, dim_order): self, cast to the dtype of the out, in this dim order or its own
#include "etk/dim_order.h"
#include "etk/dtype.h"
#include "vec/copy.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kToDimOrderCopy[] = "dim_order_ops::_to_dim_order_copy.out";

Tensor& opt_to_dim_order_copy_out(
    Context& ctx,
    const Tensor& self,
    bool non_blocking,
    std::optional<ArrayRef<int64_t>> dim_order,
    Tensor& out) {
  ETK_REQUIRE(ctx, !non_blocking && has_dim_order(out, dim_order, &self), out);
  ETK_REQUIRE(ctx, (accepts<kToDimOrderCopy>(self, out)), out);
  ETK_REQUIRE(ctx, can_convert(self.scalar_type(), out.scalar_type()), out);
  return vec::copy_to_out(ctx, View(self), out);
}

}  // namespace torch::executor::native
