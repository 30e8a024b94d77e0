// copy_(self, src): writes src to self, broadcast to its shape and cast to its dtype
#include "etk/dtype.h"
#include "etk/view.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kCopyInPlace[] = "copy_";

Tensor& copy_(Context& ctx, Tensor& self, const Tensor& src, bool non_blocking) {
  (void)non_blocking;  // a CPU has nothing to wait for
  ETK_REQUIRE(ctx, (accepts<kCopyInPlace>(self, src)), self);
  View from(src);
  ETK_REQUIRE(ctx, can_copy(src.scalar_type(), self.scalar_type()), self);
  ETK_REQUIRE(ctx, from.broadcast_to(Shape(self)), self);
  copy(from, View(self));
  return self;
}

}  // namespace torch::executor::native
