// diagonal_copy(self, offset, dim1, dim2): the diagonals of the matrices along two dimensions
#include "etk/part.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kDiagonalCopy[] = "diagonal_copy.out";

Tensor& diagonal_copy_out(
    Context& ctx, const Tensor& self, int64_t offset, int64_t dim1, int64_t dim2, Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kDiagonalCopy>(self) && out.scalar_type() == self.scalar_type(), out);
  View view(self);
  ETK_REQUIRE(ctx, diagonal(view, offset, dim1, dim2), out);
  return copy_to_out(ctx, view, out);
}

}  // namespace torch::executor::native
