// select_copy(self, dim, index): self at one index of a dimension, which goes away
#include "etk/part.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSelectCopy[] = "select_copy.int_out";

Tensor& select_copy_int_out(Context& ctx, const Tensor& self, int64_t dim, int64_t index, Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kSelectCopy>(self) && out.scalar_type() == self.scalar_type(), out);
  View view(self);
  ETK_REQUIRE(ctx, select(view, dim, index), out);
  return copy_to_out(ctx, view, out);
}

}  // namespace torch::executor::native
