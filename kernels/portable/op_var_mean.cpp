// var_mean(self, dim) = Σ (self - mean)² / (n - correction) along dim, and mean
#include "etk/reduce/moments.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kVarMean[] = "var_mean.correction_out";

std::tuple<Tensor&, Tensor&> ETK_KERNEL(var_mean_correction_out)(
    Context& ctx,
    const Tensor& self,
    std::optional<ArrayRef<int64_t>> dim,
    const std::optional<Scalar>& correction,
    bool keepdim,
    Tensor& out0,
    Tensor& out1) {
  return variances_and_means<kVarMean>(ctx, self, dim, correction, keepdim, out0, out1);
}

}  // namespace torch::executor::native
