// squeeze_copy(self, dim): self without those of the dimensions that have size 1
#include "etk/base/dimensions.h"
#include "etk/move/copy_view.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSqueezeCopyDim[] = "squeeze_copy.dim_out";
static constexpr char kSqueezeCopyDims[] = "squeeze_copy.dims_out";

Tensor& ETK_KERNEL(squeeze_copy_dim_out)(Context& ctx, const Tensor& self, int64_t dim, Tensor& out) {
  return copy_view<kSqueezeCopyDim>(ctx, self, out, [=](View& view) { return squeeze(view, {&dim, 1}); });
}

Tensor& ETK_KERNEL(squeeze_copy_dims_out)(
    Context& ctx, const Tensor& self, ArrayRef<int64_t> dim, Tensor& out) {
  return copy_view<kSqueezeCopyDims>(ctx, self, out, [=](View& view) { return squeeze(view, dim); });
}

}  // namespace torch::executor::native
