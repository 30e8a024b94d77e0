// log10(x): the logarithm to base 10
#include "etk/elementwise/real.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kLog10[] = "log10.out";

Tensor& ETK_KERNEL(log10_out)(Context& ctx, const Tensor& self, Tensor& out) {
  return apply<kLog10>(ctx, self, out, log10f, log10);
}

}  // namespace torch::executor::native
