// _clone_dim_order(self, dim_order): self in this dim order, or its own
#include "etk/move/clone.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kCloneDimOrder[] = "dim_order_ops::_clone_dim_order.out";

Tensor& ETK_KERNEL_AS(_clone_dim_order_out, clone_dim_order_out)(
    Context& ctx,
    const Tensor& self,
    bool non_blocking,
    std::optional<ArrayRef<int64_t>> dim_order,
    Tensor& out) {
  return clone_dim_order<kCloneDimOrder>(ctx, self, non_blocking, dim_order, out);
}

}  // namespace torch::executor::native
