// log1p(x) = log(1 + x)
#include "etk/elementwise/real.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kLog1p[] = "log1p.out";

Tensor& ETK_KERNEL(log1p_out)(Context& ctx, const Tensor& self, Tensor& out) {
  return apply<kLog1p>(ctx, self, out, log1pf, log1p);
}

}  // namespace torch::executor::native
