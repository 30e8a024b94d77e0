// amin(self, dim) = the smallest element along dim
#include "etk/reduce/extremes.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kAmin[] = "amin.out";

Tensor& ETK_KERNEL(amin_out)(
    Context& ctx, const Tensor& self, ArrayRef<int64_t> dim, bool keepdim, Tensor& out) {
  ETK_REQUIRE(ctx, out.scalar_type() == self.scalar_type(), out);
  extremes<kAmin, /*kLargest=*/false>(ctx, self, wrap_dims(dim, self.dim()), keepdim, &out, nullptr);
  return out;
}

}  // namespace torch::executor::native
