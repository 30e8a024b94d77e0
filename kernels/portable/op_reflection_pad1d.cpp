// reflection_pad1d(self, padding): self, mirrored at the borders of its last dimension
#include "etk/base/faster.h"
#include "etk/move/padding.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kReflectionPad1d[] = "reflection_pad1d.out";

Tensor& ETK_KERNEL(reflection_pad1d_out)(
    Context& ctx, const Tensor& self, ArrayRef<int64_t> padding, Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kReflectionPad1d>(self), out);
  return pad(ctx, faster<kReflectionPad1d, PadFunctions>(), self, padding, 1, Padding::kReflect, out);
}

}  // namespace torch::executor::native
