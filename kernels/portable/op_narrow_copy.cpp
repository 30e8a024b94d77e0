// narrow_copy(self, dim, start, length): this many indices of a dimension, from start on
#include "etk/part.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kNarrowCopy[] = "narrow_copy.out";

Tensor& narrow_copy_out(
    Context& ctx, const Tensor& self, int64_t dim, int64_t start, int64_t length, Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kNarrowCopy>(self) && out.scalar_type() == self.scalar_type(), out);
  View view(self);
  const auto d = wrap_dim(dim, view.rank);
  ETK_REQUIRE(ctx, view.rank > 0 && d, out);
  const int64_t size = view.sizes[*d];
  ETK_REQUIRE(ctx, start >= -size && start <= size, out);
  const int64_t first = start < 0 ? start + size : start;
  ETK_REQUIRE(ctx, length >= 0 && length <= size - first, out);
  view.slice(*d, first, length);
  return copy_to_out(ctx, view, out);
}

}  // namespace torch::executor::native
