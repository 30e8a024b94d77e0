// copy(self, src): src, broadcast to the shape of self and cast to its dtype
#include "etk/dtype.h"
#include "etk/view.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kCopy[] = "copy.out";

Tensor& copy_out(Context& ctx, const Tensor& self, const Tensor& src, bool non_blocking, Tensor& out) {
  (void)non_blocking;  // a CPU has nothing to wait for
  ETK_REQUIRE(ctx, (accepts<kCopy>(self, src)) && out.scalar_type() == self.scalar_type(), out);
  View from(src);
  ETK_REQUIRE(ctx, can_copy(src.scalar_type(), out.scalar_type()), out);
  ETK_REQUIRE(ctx, from.broadcast_to(Shape(self)), out);
  return copy_to_out(ctx, from, out);
}

}  // namespace torch::executor::native
