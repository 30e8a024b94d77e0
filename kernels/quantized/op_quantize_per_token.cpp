// quantize_per_token(input, scales, zero_points) = clamp(round(input / scale + zero_point), quant_min,
// quant_max), with a scale and a zero point for each row
#include "etk/base/selected_dtypes.h"
#include "etk/quantize/affine.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kQuantizePerToken[] = "quantized_decomposed::quantize_per_token.out";

Tensor& ETK_KERNEL(quantize_per_token_out)(
    Context& ctx,
    const Tensor& input,
    const Tensor& scales,
    const Tensor& zero_points,
    int64_t quant_min,
    int64_t quant_max,
    ScalarType dtype,
    Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kQuantizePerToken>(input, scales, zero_points, out), out);
  const auto affine = per_token(input, scales, zero_points);
  return quantize<kQuantizePerToken>(
      ctx, input, affine, {{quant_min, quant_max}, dtype, /*rounds_last=*/true}, out);
}

}  // namespace torch::executor::native
