// select_copy(self, dim, index): self at one index of a dimension, which goes away
#include "etk/move/copy_view.h"
#include "etk/move/part.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSelectCopy[] = "select_copy.int_out";

Tensor& ETK_KERNEL(select_copy_int_out)(
    Context& ctx, const Tensor& self, int64_t dim, int64_t index, Tensor& out) {
  return copy_view<kSelectCopy>(ctx, self, out, [=](View& view) { return select(view, dim, index); });
}

}  // namespace torch::executor::native
