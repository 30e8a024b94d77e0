// _empty_dim_order(size, dim_order): a tensor of this size that holds anything
#include "etk/base/dim_order.h"
#include "etk/base/number_checks.h"
#include "etk/base/selected_dtypes.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kEmptyDimOrder[] = "dim_order_ops::_empty_dim_order.out";

Tensor& _empty_dim_order_out(
    Context& ctx, ArrayRef<int64_t> size, std::optional<ArrayRef<int64_t>> dim_order, Tensor& out) {
  Shape shape;
  ETK_REQUIRE(ctx, read_shape(size, shape) && shape.rank == static_cast<size_t>(out.dim()), out);
  ETK_REQUIRE(ctx, accepts<kEmptyDimOrder>(out) && has_dim_order(out, dim_order, nullptr), out);
  resize(ctx, out, shape);
  return out;
}

}  // namespace torch::executor::native
