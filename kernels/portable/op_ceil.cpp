// ceil(x): the least integer that is not below x
#include "etk/elementwise/real.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kCeil[] = "ceil.out";

Tensor& ETK_KERNEL(ceil_out)(Context& ctx, const Tensor& self, Tensor& out) {
  return round_with<kCeil>(ctx, self, out, ceilf, ceil);
}

}  // namespace torch::executor::native
