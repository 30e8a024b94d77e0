// transpose(input, perm): dimension i of the out is dimension perm[i] of the input
#include "etk/base/dimensions.h"
#include "etk/move/copy_view.h"

namespace torch::executor::cortex_m::native {
using namespace etk;

static constexpr char kTranspose[] = "cortex_m::transpose.out";

Tensor& transpose_out(Context& ctx, const Tensor& input, ArrayRef<int64_t> perm, Tensor& out) {
  return copy_view<kTranspose>(ctx, input, out, [=](View& view) { return permute(view, perm); });
}

}  // namespace torch::executor::cortex_m::native
