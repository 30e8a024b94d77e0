// expand_copy(self, size): self repeated along dimensions of size 1, and new ones in front; -1 keeps a size
#include "etk/move/copy_view.h"
#include "etk/move/expand.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kExpandCopy[] = "expand_copy.out";

Tensor& ETK_KERNEL(expand_copy_out)(
    Context& ctx, const Tensor& self, ArrayRef<int64_t> size, bool implicit, Tensor& out) {
  (void)implicit;  // has no effect in PyTorch either
  return copy_view<kExpandCopy>(ctx, self, out, [=](View& view) { return expand(view, size); });
}

}  // namespace torch::executor::native
