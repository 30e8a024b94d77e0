// copy(self, src): src, broadcast to the shape of self and cast to its dtype
#include "etk/move/copy_view.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kCopy[] = "copy.out";

Tensor& ETK_KERNEL(copy_out)(
    Context& ctx, const Tensor& self, const Tensor& src, bool non_blocking, Tensor& out) {
  (void)non_blocking;  // copies on a CPU are always blocking
  return copy_into<kCopy>(ctx, self, src, out);
}

}  // namespace torch::executor::native
