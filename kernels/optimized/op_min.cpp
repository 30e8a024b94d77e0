// min(self, dim) = the smallest element along dim, and its first index; min(self) = the smallest of all
#include "etk/reduce/extremes.h"
#include "vec/reduce/extremes.h"

#include <tuple>

namespace torch::executor::native {
using namespace etk;

static constexpr char kMinDim[] = "min.dim_min";
static constexpr char kMinUnary[] = "min.unary_out";

std::tuple<Tensor&, Tensor&> opt_min_out(
    Context& ctx, const Tensor& self, int64_t dim, bool keepdim, Tensor& values, Tensor& indices) {
  return extremes_along<kMinDim, /*kLargest=*/false>(ctx, vec::extremes, self, dim, keepdim, values, indices);
}

Tensor& opt_min_unary_out(Context& ctx, const Tensor& self, Tensor& out) {
  const auto dims = wrap_dims(std::nullopt, self.dim());
  constexpr auto kReduction = vec::Reduction::kMin;
  if (!vec::try_reduce<kMinUnary>(kReduction, /*is_mean=*/false, self, dims, /*keepdim=*/false, out) &&
      !vec::try_reduce_integers<kMinUnary>(kReduction, self, dims, /*keepdim=*/false, out)) {
    extremes<kMinUnary, /*kLargest=*/false>(ctx, self, dims, /*keepdim=*/false, &out, nullptr);
  }
  return out;
}

}  // namespace torch::executor::native
