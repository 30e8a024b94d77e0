// quantized_transpose_conv2d(input, weight): the transposed convolution of int8 images, requantized
#include "convolution.h"

namespace torch::executor::cortex_m::native {
using namespace etk;

static constexpr char kQuantizedTransposeConv2d[] = "cortex_m::quantized_transpose_conv2d.out";

Tensor& quantized_transpose_conv2d_out(
    Context& ctx,
    const Tensor& input,
    const Tensor& weight,
    const std::optional<Tensor>& bias,
    ArrayRef<int64_t> stride,
    ArrayRef<int64_t> padding,
    ArrayRef<int64_t> output_padding,
    ArrayRef<int64_t> dilation,
    int64_t input_offset,
    int64_t output_offset,
    const Tensor& requantize_multipliers,
    const Tensor& requantize_shifts,
    int64_t activation_min,
    int64_t activation_max,
    const Tensor& scratch,
    const Tensor& output_scratch,
    Tensor& out) {
  ETK_REQUIRE(
      ctx,
      accepts<kQuantizedTransposeConv2d>(output_scratch) && output_scratch.scalar_type() == ScalarType::Byte,
      out);
  return convolve<kQuantizedTransposeConv2d>(
      ctx,
      {input, weight, bias, stride, padding, dilation, input_offset, output_offset, requantize_multipliers,
       requantize_shifts, activation_min, activation_max, scratch, ImageLayout::kNchw, std::nullopt,
       output_padding},
      out);
}

}  // namespace torch::executor::cortex_m::native
