// permute_copy(self, dims): dimension i of the out is dimension dims[i] of self
#include "etk/base/dimensions.h"
#include "etk/move/copy_view.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kPermuteCopy[] = "permute_copy.out";

Tensor& ETK_KERNEL(permute_copy_out)(Context& ctx, const Tensor& self, ArrayRef<int64_t> dims, Tensor& out) {
  return copy_view<kPermuteCopy>(ctx, self, out, [=](View& view) { return permute(view, dims); });
}

}  // namespace torch::executor::native
