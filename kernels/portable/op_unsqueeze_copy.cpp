// unsqueeze_copy(self, dim): self with a dimension of size 1 more, before dim
#include "etk/base/dimensions.h"
#include "etk/move/copy_view.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kUnsqueezeCopy[] = "unsqueeze_copy.out";

Tensor& ETK_KERNEL(unsqueeze_copy_out)(Context& ctx, const Tensor& self, int64_t dim, Tensor& out) {
  return copy_view<kUnsqueezeCopy>(ctx, self, out, [=](View& view) { return unsqueeze(view, dim); });
}

}  // namespace torch::executor::native
