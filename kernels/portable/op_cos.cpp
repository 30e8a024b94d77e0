// cos(x)
#include "etk/elementwise/real.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kCos[] = "cos.out";

Tensor& ETK_KERNEL(cos_out)(Context& ctx, const Tensor& self, Tensor& out) {
  return apply<kCos>(ctx, self, out, cosf, cos);
}

}  // namespace torch::executor::native
