// diagonal_scatter(self, src, offset, dim1, dim2): self with src on the diagonals along two dimensions
#include "etk/move/part.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kDiagonalScatter[] = "diagonal_scatter.out";

Tensor& diagonal_scatter_out(
    Context& ctx,
    const Tensor& self,
    const Tensor& src,
    int64_t offset,
    int64_t dim1,
    int64_t dim2,
    Tensor& out) {
  return replace_part<kDiagonalScatter>(
      ctx, self, src, out, [=](View& view) { return diagonal(view, offset, dim1, dim2); });
}

}  // namespace torch::executor::native
