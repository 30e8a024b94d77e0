// round(x): the nearest integer, the even one of two
#include "etk/elementwise/real.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kRound[] = "round.out";

Tensor& ETK_KERNEL(round_out)(Context& ctx, const Tensor& self, Tensor& out) {
  return round_with<kRound>(ctx, self, out, nearbyintf, nearbyint);
}

}  // namespace torch::executor::native
