// reflection_pad2d(self, padding): self, mirrored at the borders of its last 2 dimensions
#include "vec/move/padding.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kReflectionPad2d[] = "reflection_pad2d.out";

Tensor& opt_reflection_pad2d_out(Context& ctx, const Tensor& self, ArrayRef<int64_t> padding, Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kReflectionPad2d>(self), out);
  return pad(ctx, vec::kPadFunctions, self, padding, 2, Padding::kReflect, out);
}

}  // namespace torch::executor::native
