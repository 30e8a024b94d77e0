// trunc(x): x without its fraction
#include "etk/elementwise/real.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kTrunc[] = "trunc.out";

Tensor& ETK_KERNEL(trunc_out)(Context& ctx, const Tensor& self, Tensor& out) {
  return round_with<kTrunc>(ctx, self, out, truncf, trunc);
}

}  // namespace torch::executor::native
