// slice_copy(self, dim, start, end, step): every step-th index of a dimension, from start to before end
#include "etk/part.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSliceCopy[] = "slice_copy.Tensor_out";

Tensor& slice_copy_Tensor_out(
    Context& ctx,
    const Tensor& self,
    int64_t dim,
    std::optional<int64_t> start,
    std::optional<int64_t> end,
    int64_t step,
    Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kSliceCopy>(self) && out.scalar_type() == self.scalar_type(), out);
  View view(self);
  ETK_REQUIRE(ctx, slice(view, dim, start, end, step), out);
  return copy_to_out(ctx, view, out);
}

}  // namespace torch::executor::native
