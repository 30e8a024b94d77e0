// argmin(self, dim) = the first index of the smallest element along dim; without a dim, in the flattened
// tensor
#include "etk/reduce/extremes.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kArgmin[] = "argmin.out";

Tensor& ETK_KERNEL(argmin_out)(
    Context& ctx, const Tensor& self, std::optional<int64_t> dim, bool keepdim, Tensor& out) {
  return places_of_extremes<kArgmin, /*kLargest=*/false>(ctx, self, dim, keepdim, out);
}

}  // namespace torch::executor::native
