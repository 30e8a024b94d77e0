// var(self, dim) = Σ (self - mean)² / (n - correction) along dim
#include "etk/reduce/moments.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kVar[] = "var.out";
static constexpr char kVarCorrection[] = "var.correction_out";

Tensor& ETK_KERNEL(var_out)(
    Context& ctx,
    const Tensor& self,
    std::optional<ArrayRef<int64_t>> dim,
    bool unbiased,
    bool keepdim,
    Tensor& out) {
  const auto dims = wrap_dims(dim, self.dim());
  variances<kVar>(ctx, self, dims, unbiased ? 1 : 0, keepdim, out, nullptr);
  return out;
}

Tensor& ETK_KERNEL(var_correction_out)(
    Context& ctx,
    const Tensor& self,
    std::optional<ArrayRef<int64_t>> dim,
    const std::optional<Scalar>& correction,
    bool keepdim,
    Tensor& out) {
  const auto dims = wrap_dims(dim, self.dim());
  const double less = correction ? etk::to<double>(*correction) : 1;
  variances<kVarCorrection>(ctx, self, dims, less, keepdim, out, nullptr);
  return out;
}

}  // namespace torch::executor::native
