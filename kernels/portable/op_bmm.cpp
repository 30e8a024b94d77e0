// bmm(self, mat2)[i] = self[i] × mat2[i]
#include "etk/product/matrix_product.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kBmm[] = "bmm.out";

Tensor& ETK_KERNEL(bmm_out)(Context& ctx, const Tensor& self, const Tensor& mat2, Tensor& out) {
  return multiply_matrices<kBmm, 3>(ctx, /*addend=*/nullptr, self, mat2, out);
}

}  // namespace torch::executor::native
