// layer norm: (x - mean) / √(variance + eps) · weight + bias over the last dimensions
#include "etk/norm/layer_norm.h"

#include <tuple>

namespace torch::executor::native {
using namespace etk;

static constexpr char kLayerNorm[] = "native_layer_norm.out";

std::tuple<Tensor&, Tensor&, Tensor&> ETK_KERNEL(native_layer_norm_out)(
    Context& ctx,
    const Tensor& input,
    ArrayRef<int64_t> normalized_shape,
    const std::optional<Tensor>& weight,
    const std::optional<Tensor>& bias,
    double eps,
    Tensor& out,
    Tensor& mean_out,
    Tensor& rstd_out) {
  const std::tuple<Tensor&, Tensor&, Tensor&> outs(out, mean_out, rstd_out);
  const LayerNorm norm{input, weight, bias, eps, out, mean_out, rstd_out};
  const auto dims = norm.dims<kLayerNorm>(normalized_shape);
  ETK_REQUIRE(ctx, dims, outs);
  norm.run<kLayerNorm>(ctx, *dims);
  return outs;
}

}  // namespace torch::executor::native
