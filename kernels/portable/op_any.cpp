// any(self, dim) = whether any element along dim is not zero
#include "etk/reduce/any.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kAny[] = "any.out";
static constexpr char kAnyAll[] = "any.all_out";
static constexpr char kAnyDims[] = "any.dims_out";

Tensor& ETK_KERNEL(any_out)(Context& ctx, const Tensor& self, int64_t dim, bool keepdim, Tensor& out) {
  return any_along<kAny>(ctx, self, wrap_dims(ArrayRef<int64_t>(&dim, 1), self.dim()), keepdim, out);
}

Tensor& ETK_KERNEL(any_all_out)(Context& ctx, const Tensor& self, Tensor& out) {
  return any_along<kAnyAll>(ctx, self, wrap_dims(std::nullopt, self.dim()), /*keepdim=*/false, out);
}

Tensor& ETK_KERNEL(any_dims_out)(
    Context& ctx, const Tensor& self, std::optional<ArrayRef<int64_t>> dim, bool keepdim, Tensor& out) {
  return any_along<kAnyDims>(ctx, self, any_dims(dim, self.dim()), keepdim, out);
}

}  // namespace torch::executor::native
