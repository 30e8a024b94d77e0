// max(self, dim) = the largest element along dim, and its first index; max(self) = the largest of all
#include "etk/reduce/extremes.h"

#include <tuple>

namespace torch::executor::native {
using namespace etk;

static constexpr char kMaxDim[] = "max.dim_max";
static constexpr char kMaxUnary[] = "max.unary_out";

std::tuple<Tensor&, Tensor&> ETK_KERNEL(max_out)(
    Context& ctx, const Tensor& self, int64_t dim, bool keepdim, Tensor& values, Tensor& indices) {
  return extremes_along<kMaxDim, /*kLargest=*/true>(ctx, self, dim, keepdim, values, indices);
}

Tensor& ETK_KERNEL(max_unary_out)(Context& ctx, const Tensor& self, Tensor& out) {
  const auto dims = wrap_dims(std::nullopt, self.dim());
  extremes<kMaxUnary, /*kLargest=*/true>(ctx, self, dims, /*keepdim=*/false, &out, nullptr);
  return out;
}

}  // namespace torch::executor::native
