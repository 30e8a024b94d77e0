// view_copy(self, size): the elements of self, in order, in another shape; -1 is what is left
#include "etk/base/copy.h"
#include "etk/base/faster.h"
#include "etk/move/view_shape.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kViewCopy[] = "view_copy.out";

Tensor& ETK_KERNEL(view_copy_out)(Context& ctx, const Tensor& self, ArrayRef<int64_t> size, Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kViewCopy>(self) && out.scalar_type() == self.scalar_type(), out);
  Shape shape;
  ETK_REQUIRE(ctx, set_view_shape(self.numel(), size, shape), out);
  if (resize(ctx, out, shape)) {
    faster_or<kViewCopy, CopyFunction>(reshape)(View(self), View(out));
  }
  return out;
}

}  // namespace torch::executor::native
