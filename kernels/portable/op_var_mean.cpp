// var_mean(self, dim) = Σ (self - mean)² / (n - correction) along dim, and mean
#include "etk/moments.h"

#include <tuple>

namespace torch::executor::native {
using namespace etk;

static constexpr char kVarMean[] = "var_mean.correction_out";

std::tuple<Tensor&, Tensor&> var_mean_correction_out(
    Context& ctx,
    const Tensor& self,
    std::optional<ArrayRef<int64_t>> dim,
    const std::optional<Scalar>& correction,
    bool keepdim,
    Tensor& out0,
    Tensor& out1) {
  const std::tuple<Tensor&, Tensor&> outs(out0, out1);
  const ScalarType dtype = self.scalar_type();
  ETK_REQUIRE(ctx, out0.scalar_type() == dtype && out1.scalar_type() == dtype, outs);
  const double less = correction ? etk::to<double>(*correction) : 1;
  variances<kVarMean>(ctx, self, wrap_dims(dim, self.dim()), less, keepdim, out0, &out1);
  return outs;
}

}  // namespace torch::executor::native
