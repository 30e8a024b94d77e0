// copy_(self, src): writes src to self, broadcast to its shape and cast to its dtype
#include "etk/move/copy_view.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kCopyInPlace[] = "copy_";

Tensor& ETK_KERNEL(copy_)(Context& ctx, Tensor& self, const Tensor& src, bool non_blocking) {
  (void)non_blocking;  // copies on a CPU are always blocking
  return copy_into<kCopyInPlace>(ctx, self, src, self);
}

}  // namespace torch::executor::native
