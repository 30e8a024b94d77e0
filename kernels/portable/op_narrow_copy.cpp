// narrow_copy(self, dim, start, length): this many indices of a dimension, from start on
#include "etk/move/copy_view.h"
#include "etk/move/part.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kNarrowCopy[] = "narrow_copy.out";

Tensor& ETK_KERNEL(narrow_copy_out)(
    Context& ctx, const Tensor& self, int64_t dim, int64_t start, int64_t length, Tensor& out) {
  return copy_view<kNarrowCopy>(ctx, self, out, [=](View& view) { return narrow(view, dim, start, length); });
}

}  // namespace torch::executor::native
