// quantized_conv_act(input, …) = clamp(round(convolution(input) · multiplier) + zero_point), of integers
//
// Activations that clamp are a part of the range; see IntegerConvolution.
#include "etk/base/selected_dtypes.h"
#include "etk/quantize/integer_convolution.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kQuantizedConvAct[] = "etk::quantized_conv_act.out";

Tensor& ETK_KERNEL(quantized_conv_act_out)(
    Context& ctx,
    const Tensor& input,
    int64_t input_zero_point,
    const Tensor& weight,
    const Tensor& bias,
    const Tensor& multipliers,
    ArrayRef<int64_t> kernel_size,
    ArrayRef<int64_t> stride,
    ArrayRef<int64_t> padding,
    ArrayRef<int64_t> dilation,
    int64_t groups,
    int64_t out_zero_point,
    int64_t out_min,
    int64_t out_max,
    Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kQuantizedConvAct>(input, weight, bias, multipliers, out), out);
  ETK_REQUIRE(ctx, have_dtype(ScalarType::Char, input, out) && input.dim() == 4, out);
  IntegerConvolution convolution{View(input)};
  Window& window = convolution.window;
  window.rank = 2;
  const View& image = convolution.input;
  window.input[0] = image.sizes[2];
  window.input[1] = image.sizes[3];
  ETK_REQUIRE(ctx, read_spatial(kernel_size, 2, 1, window.kernel), out);
  ETK_REQUIRE(ctx, read_spatial(stride, 2, 1, window.stride), out);
  ETK_REQUIRE(ctx, read_spatial(padding, 2, 0, window.padding), out);
  ETK_REQUIRE(ctx, read_spatial(dilation, 2, 1, window.dilation), out);
  const int64_t channels = bias.numel();
  convolution.is_depthwise = groups > 1;
  ETK_REQUIRE(ctx, groups == 1 || (groups == image.sizes[1] && groups == channels), out);
  ETK_REQUIRE(ctx, Requantize::is_char(input_zero_point), out);
  convolution.padding = static_cast<int8_t>(input_zero_point);
  ETK_REQUIRE(ctx, convolution.requantize.read(out_zero_point, out_min, out_max), out);
  ETK_REQUIRE(ctx, convolution.read(weight, bias, multipliers), out);
  const int64_t height = window.out_size(0), width = window.out_size(1);
  ETK_REQUIRE(ctx, height > 0 && width > 0 && is_size(height) && is_size(width), out);
  Shape shape(input);
  shape.sizes[1] = static_cast<executorch::aten::SizesType>(channels);
  shape.sizes[2] = static_cast<executorch::aten::SizesType>(height);
  shape.sizes[3] = static_cast<executorch::aten::SizesType>(width);
  if (resize(ctx, out, shape)) {
    run_integers<kQuantizedConvAct>(ctx, convolution, View(out));
  }
  return out;
}

}  // namespace torch::executor::native
