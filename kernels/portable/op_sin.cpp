// sin(x)
#include "etk/elementwise/real.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSin[] = "sin.out";

Tensor& ETK_KERNEL(sin_out)(Context& ctx, const Tensor& self, Tensor& out) {
  return apply<kSin>(ctx, self, out, sinf, sin);
}

}  // namespace torch::executor::native
