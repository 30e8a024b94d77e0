// addmm(self, mat1, mat2) = beta · self + alpha · mat1 × mat2
#include "etk/product/matrix_product.h"
#include "vec/base/floats.h"
#include "vec/product/gemm.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kAddmm[] = "addmm.out";

Tensor& opt_addmm_out(
    Context& ctx,
    const Tensor& self,
    const Tensor& mat1,
    const Tensor& mat2,
    const Scalar& beta,
    const Scalar& alpha,
    Tensor& out) {
  const Addend addend{self, beta, alpha};
  return multiply_matrices<kAddmm, 2>(
      ctx, vec::for_singles<kAddmm, MultiplyFunction>(vec::multiply), &addend, mat1, mat2, out);
}

}  // namespace torch::executor::native
