// addmm(self, mat1, mat2) = beta · self + alpha · mat1 × mat2
#include "etk/product/matrix_product.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kAddmm[] = "addmm.out";

Tensor& ETK_KERNEL(addmm_out)(
    Context& ctx,
    const Tensor& self,
    const Tensor& mat1,
    const Tensor& mat2,
    const Scalar& beta,
    const Scalar& alpha,
    Tensor& out) {
  const Addend addend{self, beta, alpha};
  return multiply_matrices<kAddmm, 2>(ctx, &addend, mat1, mat2, out);
}

}  // namespace torch::executor::native
