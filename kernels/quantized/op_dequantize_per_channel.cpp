// dequantize_per_channel(input, scales, zero_points, axis) = (input - zero_point) · scale, with a scale and a
// zero point for each index of a dimension
#include "etk/base/selected_dtypes.h"
#include "etk/quantize/affine.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kDequantizePerChannel[] = "quantized_decomposed::dequantize_per_channel.out";

Tensor& ETK_KERNEL(dequantize_per_channel_out)(
    Context& ctx,
    const Tensor& input,
    const Tensor& scales,
    const std::optional<Tensor>& zero_points,
    int64_t axis,
    int64_t quant_min,
    int64_t quant_max,
    ScalarType dtype,
    std::optional<ScalarType> out_dtype,
    Tensor& out) {
  ETK_REQUIRE(
      ctx, accepts<kDequantizePerChannel>(input, scales, zero_points ? *zero_points : scales, out), out);
  ETK_REQUIRE(ctx, (QuantizedRange{quant_min, quant_max}.is_of(dtype)), out);
  const auto affine = per_channel(input, scales, zero_points, axis);
  return dequantize<kDequantizePerChannel>(ctx, input, affine, {dtype, out_dtype}, out);
}

}  // namespace torch::executor::native
