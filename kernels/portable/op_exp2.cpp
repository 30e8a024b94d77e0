// exp2(x) = 2^x
#include "etk/elementwise/real.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kExp2[] = "exp2.out";

Tensor& ETK_KERNEL(exp2_out)(Context& ctx, const Tensor& self, Tensor& out) {
  return apply<kExp2>(ctx, self, out, exp2f, exp2);
}

}  // namespace torch::executor::native
