// erf(x) = 2 / √π · ∫ e^(-t²) dt from 0 to x
#include "etk/elementwise/real.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kErf[] = "erf.out";

Tensor& ETK_KERNEL(erf_out)(Context& ctx, const Tensor& self, Tensor& out) {
  return apply<kErf>(ctx, self, out, erff, erf);
}

}  // namespace torch::executor::native
