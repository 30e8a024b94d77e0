// select_copy(self, dim, index): self at one index of a dimension, which goes away
#include "etk/dtype.h"
#include "etk/view.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSelectCopy[] = "select_copy.int_out";

Tensor& select_copy_int_out(Context& ctx, const Tensor& self, int64_t dim, int64_t index, Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kSelectCopy>(self) && out.scalar_type() == self.scalar_type(), out);
  View view(self);
  const auto d = wrap_dim(dim, view.rank);
  ETK_REQUIRE(ctx, view.rank > 0 && d, out);
  const int64_t size = view.sizes[*d];
  ETK_REQUIRE(ctx, index >= -size && index < size, out);
  view.remove(*d, index < 0 ? index + size : index);
  return copy_to_out(ctx, view, out);
}

}  // namespace torch::executor::native
