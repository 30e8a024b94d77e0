// lgamma(x) = log |Γ(x)|
#include "etk/elementwise/real.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kLgamma[] = "lgamma.out";

Tensor& ETK_KERNEL(lgamma_out)(Context& ctx, const Tensor& self, Tensor& out) {
  return apply<kLgamma>(ctx, self, out, lgammaf, lgamma);
}

}  // namespace torch::executor::native
