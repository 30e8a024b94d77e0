// slice_scatter(self, src, dim, start, end, step): self with src in place of every step-th index of a
// dimension, from start to before end
#include "etk/move/part.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSliceScatter[] = "slice_scatter.out";

Tensor& ETK_KERNEL(slice_scatter_out)(
    Context& ctx,
    const Tensor& self,
    const Tensor& src,
    int64_t dim,
    std::optional<int64_t> start,
    std::optional<int64_t> end,
    int64_t step,
    Tensor& out) {
  return replace_part<kSliceScatter>(
      ctx, self, src, out, [=](View& view) { return slice(view, dim, start, end, step); });
}

}  // namespace torch::executor::native
