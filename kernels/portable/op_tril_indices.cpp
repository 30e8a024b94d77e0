// tril_indices(row, col) = the rows and the columns of the elements of the lower triangle of a matrix
#include "etk/creation/triangle_indices.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kTrilIndices[] = "tril_indices.out";

Tensor& tril_indices_out(Context& ctx, int64_t row, int64_t col, int64_t offset, Tensor& out) {
  return triangle_indices<kTrilIndices>(ctx, row, col, offset, /*lower=*/true, out);
}

}  // namespace torch::executor::native
