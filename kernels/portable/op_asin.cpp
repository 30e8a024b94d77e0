// asin(x)
#include "etk/elementwise/real.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kAsin[] = "asin.out";

Tensor& ETK_KERNEL(asin_out)(Context& ctx, const Tensor& self, Tensor& out) {
  return apply<kAsin>(ctx, self, out, asinf, asin);
}

}  // namespace torch::executor::native
