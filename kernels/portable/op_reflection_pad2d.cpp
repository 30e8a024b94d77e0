// reflection_pad2d(self, padding): self, mirrored at the borders of its last 2 dimensions
#include "etk/base/faster.h"
#include "etk/move/padding.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kReflectionPad2d[] = "reflection_pad2d.out";

Tensor& ETK_KERNEL(reflection_pad2d_out)(
    Context& ctx, const Tensor& self, ArrayRef<int64_t> padding, Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kReflectionPad2d>(self), out);
  return pad(ctx, faster<kReflectionPad2d, PadFunctions>(), self, padding, 2, Padding::kReflect, out);
}

}  // namespace torch::executor::native
