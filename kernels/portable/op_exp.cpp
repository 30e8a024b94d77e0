// exp(x) = eˣ
#include "etk/elementwise/real.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kExp[] = "exp.out";

Tensor& ETK_KERNEL(exp_out)(Context& ctx, const Tensor& self, Tensor& out) {
  return apply<kExp>(ctx, self, out, expf, exp);
}

}  // namespace torch::executor::native
