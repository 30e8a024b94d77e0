// copy(self, src): src, broadcast to the shape of self and cast to its dtype; copy_ writes it to self
#include "etk/dtype.h"
#include "etk/view.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kCopy[] = "copy.out";
static constexpr char kCopyInPlace[] = "copy_";

Tensor& copy_out(Context& ctx, const Tensor& self, const Tensor& src, bool non_blocking, Tensor& out) {
  (void)non_blocking;  // a CPU has nothing to wait for
  ETK_REQUIRE(ctx, (accepts<kCopy>(self, src)) && out.scalar_type() == self.scalar_type(), out);
  View from(src);
  ETK_REQUIRE(ctx, can_convert(src.scalar_type(), out.scalar_type()), out);
  ETK_REQUIRE(ctx, from.broadcast_to(Shape(self)), out);
  return copy_to_out(ctx, from, out);
}

Tensor& copy_(Context& ctx, Tensor& self, const Tensor& src, bool non_blocking) {
  (void)non_blocking;
  ETK_REQUIRE(ctx, (accepts<kCopyInPlace>(self, src)), self);
  View from(src);
  ETK_REQUIRE(ctx, can_convert(src.scalar_type(), self.scalar_type()), self);
  ETK_REQUIRE(ctx, from.broadcast_to(Shape(self)), self);
  copy(from, View(self));
  return self;
}

}  // namespace torch::executor::native
