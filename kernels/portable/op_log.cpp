// log(x): the natural logarithm
#include "etk/elementwise/real.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kLog[] = "log.out";

Tensor& ETK_KERNEL(log_out)(Context& ctx, const Tensor& self, Tensor& out) {
  return apply<kLog>(ctx, self, out, logf, log);
}

}  // namespace torch::executor::native
