// quantize_per_channel(input, scales, zero_points, axis): quantize_per_tensor with a scale and a zero point
// for each index of a dimension
#include "etk/base/selected_dtypes.h"
#include "etk/quantize/affine.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kQuantizePerChannel[] = "quantized_decomposed::quantize_per_channel.out";

Tensor& ETK_KERNEL(quantize_per_channel_out)(
    Context& ctx,
    const Tensor& input,
    const Tensor& scales,
    const Tensor& zero_points,
    int64_t axis,
    int64_t quant_min,
    int64_t quant_max,
    ScalarType dtype,
    Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kQuantizePerChannel>(input, scales, zero_points, out), out);
  const auto affine = per_channel(input, scales, zero_points, axis);
  return quantize<kQuantizePerChannel>(ctx, input, affine, {{quant_min, quant_max}, dtype}, out);
}

}  // namespace torch::executor::native
