// _to_dim_order_copy(self, dim_order): self, cast to the dtype of the out, in this dim order or its own
#include "etk/move/clone.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kToDimOrderCopy[] = "dim_order_ops::_to_dim_order_copy.out";

Tensor& ETK_KERNEL_AS(_to_dim_order_copy_out, to_dim_order_copy_out)(
    Context& ctx,
    const Tensor& self,
    bool non_blocking,
    std::optional<ArrayRef<int64_t>> dim_order,
    Tensor& out) {
  return to_dim_order<kToDimOrderCopy>(ctx, self, non_blocking, dim_order, out);
}

}  // namespace torch::executor::native
