// permute_copy(self, dims): dimension i of the out is dimension dims[i] of self
#include "etk/base/dimensions.h"
#include "etk/move/copy_view.h"
#include "vec/move/copy.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kPermuteCopy[] = "permute_copy.out";

Tensor& opt_permute_copy_out(Context& ctx, const Tensor& self, ArrayRef<int64_t> dims, Tensor& out) {
  return copy_view<kPermuteCopy>(ctx, vec::copy, self, out, [=](View& view) { return permute(view, dims); });
}

}  // namespace torch::executor::native
