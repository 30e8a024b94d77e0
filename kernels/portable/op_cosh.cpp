// cosh(x)
#include "etk/elementwise/real.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kCosh[] = "cosh.out";

Tensor& ETK_KERNEL(cosh_out)(Context& ctx, const Tensor& self, Tensor& out) {
  return apply<kCosh>(ctx, self, out, coshf, cosh);
}

}  // namespace torch::executor::native
