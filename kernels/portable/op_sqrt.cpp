// sqrt(x) = √x
#include "etk/elementwise/real.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSqrt[] = "sqrt.out";

Tensor& ETK_KERNEL(sqrt_out)(Context& ctx, const Tensor& self, Tensor& out) {
  return apply<kSqrt>(ctx, self, out, sqrtf, sqrt);
}

}  // namespace torch::executor::native
