// baddbmm(self, batch1, batch2)[i] = beta · self[i] + alpha · batch1[i] × batch2[i]
#include "etk/product/matrix_product.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kBaddbmm[] = "baddbmm.out";

Tensor& ETK_KERNEL(baddbmm_out)(
    Context& ctx,
    const Tensor& self,
    const Tensor& batch1,
    const Tensor& batch2,
    const Scalar& beta,
    const Scalar& alpha,
    Tensor& out) {
  const Addend addend{self, beta, alpha};
  return multiply_matrices<kBaddbmm, 3>(ctx, &addend, batch1, batch2, out);
}

}  // namespace torch::executor::native
