// reflection_pad3d(self, padding): self, mirrored at the borders of its last 3 dimensions
#include "etk/base/faster.h"
#include "etk/move/padding.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kReflectionPad3d[] = "reflection_pad3d.out";

Tensor& ETK_KERNEL(reflection_pad3d_out)(
    Context& ctx, const Tensor& self, ArrayRef<int64_t> padding, Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kReflectionPad3d>(self), out);
  return pad(ctx, faster<kReflectionPad3d, PadFunctions>(), self, padding, 3, Padding::kReflect, out);
}

}  // namespace torch::executor::native
