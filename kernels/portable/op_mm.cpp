// mm(self, mat2) = self × mat2
#include "etk/product/matrix_product.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kMm[] = "mm.out";

Tensor& ETK_KERNEL(mm_out)(Context& ctx, const Tensor& self, const Tensor& mat2, Tensor& out) {
  return multiply_matrices<kMm, 2>(ctx, /*addend=*/nullptr, self, mat2, out);
}

}  // namespace torch::executor::native
