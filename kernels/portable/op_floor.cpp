// floor(x): the greatest integer that is not above x
#include "etk/elementwise/real.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kFloor[] = "floor.out";

Tensor& ETK_KERNEL(floor_out)(Context& ctx, const Tensor& self, Tensor& out) {
  return round_with<kFloor>(ctx, self, out, floorf, floor);
}

}  // namespace torch::executor::native
