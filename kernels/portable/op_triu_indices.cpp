// triu_indices(row, col) = the rows and the columns of the elements of the upper triangle of a matrix
#include "etk/creation/triangle_indices.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kTriuIndices[] = "triu_indices.out";

Tensor& triu_indices_out(Context& ctx, int64_t row, int64_t col, int64_t offset, Tensor& out) {
  return triangle_indices<kTriuIndices>(ctx, row, col, offset, /*lower=*/false, out);
}

}  // namespace torch::executor::native
