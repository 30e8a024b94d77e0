// diagonal_copy(self, offset, dim1, dim2): the diagonals of the matrices along two dimensions
#include "etk/move/copy_view.h"
#include "etk/move/part.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kDiagonalCopy[] = "diagonal_copy.out";

Tensor& ETK_KERNEL(diagonal_copy_out)(
    Context& ctx, const Tensor& self, int64_t offset, int64_t dim1, int64_t dim2, Tensor& out) {
  return copy_view<kDiagonalCopy>(
      ctx, self, out, [=](View& view) { return diagonal(view, offset, dim1, dim2); });
}

}  // namespace torch::executor::native
