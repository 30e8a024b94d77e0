// slice_copy(self, dim, start, end, step): every step-th index of a dimension, from start to before end
#include "etk/move/copy_view.h"
#include "etk/move/part.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSliceCopy[] = "slice_copy.Tensor_out";

Tensor& ETK_KERNEL(slice_copy_Tensor_out)(
    Context& ctx,
    const Tensor& self,
    int64_t dim,
    std::optional<int64_t> start,
    std::optional<int64_t> end,
    int64_t step,
    Tensor& out) {
  return copy_view<kSliceCopy>(
      ctx, self, out, [=](View& view) { return slice(view, dim, start, end, step); });
}

}  // namespace torch::executor::native
