// transpose_copy(self, dim0, dim1): two dimensions change places
#include "etk/base/dimensions.h"
#include "etk/move/copy_view.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kTransposeCopy[] = "transpose_copy.int_out";

Tensor& ETK_KERNEL(transpose_copy_int_out)(
    Context& ctx, const Tensor& self, int64_t dim0, int64_t dim1, Tensor& out) {
  return copy_view<kTransposeCopy>(ctx, self, out, [=](View& view) { return transpose(view, dim0, dim1); });
}

}  // namespace torch::executor::native
