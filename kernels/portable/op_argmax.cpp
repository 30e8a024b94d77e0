// argmax(self, dim) = the first index of the largest element along dim; without a dim, in the flattened
// tensor
#include "etk/extremes.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kArgmax[] = "argmax.out";

Tensor& argmax_out(Context& ctx, const Tensor& self, std::optional<int64_t> dim, bool keepdim, Tensor& out) {
  ETK_REQUIRE(ctx, self.scalar_type() != ScalarType::Bool, out);
  const auto dims = wrap_dims(ArrayRef<int64_t>(dim ? &*dim : nullptr, dim ? 1 : 0), self.dim());
  extremes<kArgmax, /*kLargest=*/true>(ctx, self, dims, keepdim, nullptr, &out);
  return out;
}

}  // namespace torch::executor::native
