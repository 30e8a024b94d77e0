// dequantize_per_token(input, scales, zero_points) = (input - zero_point) · scale, with a scale and a zero
// point for each row
#include "etk/base/selected_dtypes.h"
#include "etk/quantize/affine.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kDequantizePerToken[] = "quantized_decomposed::dequantize_per_token.out";

Tensor& ETK_KERNEL(dequantize_per_token_out)(
    Context& ctx,
    const Tensor& input,
    const Tensor& scales,
    const Tensor& zero_points,
    int64_t quant_min,
    int64_t quant_max,
    ScalarType dtype,
    ScalarType output_dtype,
    Tensor& out) {
  (void)quant_min, (void)quant_max;  // only describe the elements
  ETK_REQUIRE(ctx, accepts<kDequantizePerToken>(input, scales, zero_points, out), out);
  const auto affine = per_token(input, scales, zero_points);
  return dequantize<kDequantizePerToken>(ctx, input, affine, {dtype, output_dtype}, out);
}

}  // namespace torch::executor::native
