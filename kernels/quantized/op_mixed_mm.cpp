// mixed_mm(input, weight, weight_scales, weight_zero_points) = input × dequantized weight
#include "mixed.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kMixedMm[] = "quantized_decomposed::mixed_mm.out";

Tensor& quantized_mixed_mm_out(
    Context& ctx,
    const Tensor& input,
    const Tensor& weight,
    const Tensor& weight_scales,
    const std::optional<Tensor>& weight_zero_points,
    Tensor& out) {
  static constexpr auto dots = dot_instances<kMixedMm, kSingle>();
  const QuantizedMatrix matrix{weight, weight_scales, weight_zero_points};
  return multiply_mixed(ctx, dots, input, matrix, /*transposed=*/false, out);
}

}  // namespace torch::executor::native
