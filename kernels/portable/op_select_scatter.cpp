// select_scatter(self, src, dim, index): self with src at one index of a dimension
#include "etk/move/part.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSelectScatter[] = "select_scatter.out";

Tensor& ETK_KERNEL(select_scatter_out)(
    Context& ctx, const Tensor& self, const Tensor& src, int64_t dim, int64_t index, Tensor& out) {
  return replace_part<kSelectScatter>(
      ctx, self, src, out, [=](View& view) { return select(view, dim, index); });
}

}  // namespace torch::executor::native
