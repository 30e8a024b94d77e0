// unfold_copy(self, dimension, size, step): windows of this size at every step-th index of a dimension; the
// last dimension of the out is that along a window
#include "etk/base/dimensions.h"
#include "etk/move/copy_view.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kUnfoldCopy[] = "unfold_copy.out";

Tensor& ETK_KERNEL(unfold_copy_out)(
    Context& ctx, const Tensor& self, int64_t dimension, int64_t size, int64_t step, Tensor& out) {
  return copy_view<kUnfoldCopy>(
      ctx, self, out, [=](View& view) { return unfold(view, dimension, size, step); });
}

}  // namespace torch::executor::native
