// _cdist_forward(x1, x2)[i][j] = ‖x1[i] - x2[j]‖ₚ, for each pair of matrices that the batches broadcast to
#include "etk/product/distance.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kCdist[] = "_cdist_forward.out";

Tensor& ETK_KERNEL_AS(_cdist_forward_out, cdist_forward_out)(
    Context& ctx,
    const Tensor& x1,
    const Tensor& x2,
    double p,
    std::optional<int64_t> compute_mode,
    Tensor& out) {
  return cdist<kCdist>(ctx, x1, x2, p, compute_mode.value_or(0), out);
}

}  // namespace torch::executor::native
