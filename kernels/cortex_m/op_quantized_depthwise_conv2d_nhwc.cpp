// quantized_depthwise_conv2d_nhwc(input, weight): the convolution of each channel with weights of its own,
// requantized; of [batch, height, width, channels]
#include "convolution.h"

namespace torch::executor::cortex_m::native {
using namespace etk;

static constexpr char kQuantizedDepthwiseConv2dNhwc[] = "cortex_m::quantized_depthwise_conv2d_nhwc.out";

Tensor& quantized_depthwise_conv2d_nhwc_out(
    Context& ctx,
    const Tensor& input,
    const Tensor& weight,
    const std::optional<Tensor>& bias,
    ArrayRef<int64_t> stride,
    ArrayRef<int64_t> padding,
    ArrayRef<int64_t> dilation,
    int64_t depth_multiplier,
    int64_t input_offset,
    int64_t output_offset,
    const Tensor& requantize_multipliers,
    const Tensor& requantize_shifts,
    int64_t activation_min,
    int64_t activation_max,
    const Tensor& scratch,
    Tensor& out) {
  return convolve<kQuantizedDepthwiseConv2dNhwc>(
      ctx,
      {input, weight, bias, stride, padding, dilation, input_offset, output_offset, requantize_multipliers,
       requantize_shifts, activation_min, activation_max, scratch, ImageLayout::kNhwc, depth_multiplier},
      out);
}

}  // namespace torch::executor::cortex_m::native
