// _pdist_forward(self) = ‖self[i] - self[j]‖ₚ for each i < j
#include "etk/product/distance.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kPdist[] = "_pdist_forward.out";

Tensor& ETK_KERNEL_AS(_pdist_forward_out, pdist_forward_out)(
    Context& ctx, const Tensor& self, double p, Tensor& out) {
  return pdist<kPdist>(ctx, self, p, out);
}

}  // namespace torch::executor::native
