// flip(self, dims): the indices of these dimensions from the last to the first
#include "etk/base/dimensions.h"
#include "etk/move/copy_view.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kFlip[] = "flip.out";

Tensor& ETK_KERNEL(flip_out)(Context& ctx, const Tensor& self, ArrayRef<int64_t> dims, Tensor& out) {
  return copy_view<kFlip>(ctx, self, out, [=](View& view) { return flip(view, dims); });
}

}  // namespace torch::executor::native
