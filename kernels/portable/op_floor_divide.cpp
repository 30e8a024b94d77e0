// floor_divide(self, other) = self / other, rounded down
#include "etk/elementwise/division.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kFloorDivide[] = "floor_divide.out";

Tensor& ETK_KERNEL(floor_divide_out)(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  ETK_REQUIRE(ctx, is_divisible(self, other), out);
  return map<kFloorDivide, Promote::kNumber>(ctx, out, FlooredQuotient(), self, unrounded(other));
}

}  // namespace torch::executor::native
