// mixed_linear(input, weight, weight_scales, weight_zero_points) = input × dequantized weightᵀ
#include "mixed.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kMixedLinear[] = "quantized_decomposed::mixed_linear.out";

Tensor& quantized_mixed_linear_out(
    Context& ctx,
    const Tensor& input,
    const Tensor& weight,
    const Tensor& weight_scales,
    const std::optional<Tensor>& weight_zero_points,
    std::optional<ScalarType> dtype,
    Tensor& out) {
  static constexpr auto dots = dot_instances<kMixedLinear, kSingle>();
  ETK_REQUIRE(ctx, dtype.value_or(input.scalar_type()) == input.scalar_type(), out);
  const QuantizedMatrix matrix{weight, weight_scales, weight_zero_points};
  return multiply_mixed(ctx, dots, input, matrix, /*transposed=*/true, out);
}

}  // namespace torch::executor::native
