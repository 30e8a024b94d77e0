// tan(x)
#include "etk/elementwise/real.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kTan[] = "tan.out";

Tensor& ETK_KERNEL(tan_out)(Context& ctx, const Tensor& self, Tensor& out) {
  return apply<kTan>(ctx, self, out, tanf, tan);
}

}  // namespace torch::executor::native
