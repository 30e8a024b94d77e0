// min(self, dim) = the smallest element along dim, and its first index; min(self) = the smallest of all
#include "etk/reduce/extremes.h"

#include <tuple>

namespace torch::executor::native {
using namespace etk;

static constexpr char kMinDim[] = "min.dim_min";
static constexpr char kMinUnary[] = "min.unary_out";

std::tuple<Tensor&, Tensor&> ETK_KERNEL(min_out)(
    Context& ctx, const Tensor& self, int64_t dim, bool keepdim, Tensor& values, Tensor& indices) {
  return extremes_along<kMinDim, /*kLargest=*/false>(ctx, self, dim, keepdim, values, indices);
}

Tensor& ETK_KERNEL(min_unary_out)(Context& ctx, const Tensor& self, Tensor& out) {
  const auto dims = wrap_dims(std::nullopt, self.dim());
  extremes<kMinUnary, /*kLargest=*/false>(ctx, self, dims, /*keepdim=*/false, &out, nullptr);
  return out;
}

}  // namespace torch::executor::native
