// log2(x): the logarithm to base 2
#include "etk/elementwise/real.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kLog2[] = "log2.out";

Tensor& ETK_KERNEL(log2_out)(Context& ctx, const Tensor& self, Tensor& out) {
  return apply<kLog2>(ctx, self, out, log2f, log2);
}

}  // namespace torch::executor::native
