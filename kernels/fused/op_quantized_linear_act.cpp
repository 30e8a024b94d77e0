// quantized_linear_act(input, …) = clamp(round((input × weightᵀ + bias) · multiplier) + zero_point), of
// integers
//
// Activations that clamp are a part of the range; see IntegerConvolution.
#include "etk/base/selected_dtypes.h"
#include "etk/quantize/integer_convolution.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kQuantizedLinearAct[] = "etk::quantized_linear_act.out";

Tensor& ETK_KERNEL(quantized_linear_act_out)(
    Context& ctx,
    const Tensor& input,
    const Tensor& weight,
    const Tensor& bias,
    const Tensor& multipliers,
    int64_t out_zero_point,
    int64_t out_min,
    int64_t out_max,
    Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kQuantizedLinearAct>(input, weight, bias, multipliers, out), out);
  ETK_REQUIRE(ctx, have_dtype(ScalarType::Char, input, out) && input.dim() > 0, out);
  // Rows are the pixels of an image.
  const View given(input);
  const size_t last = given.rank - 1;
  const auto depth = given.sizes[last];
  ETK_REQUIRE(ctx, depth > 0 && is_in_order(given), out);
  const auto rows = static_cast<executorch::aten::SizesType>(given.numel() / static_cast<size_t>(depth));
  const auto as_image = [&](View view, executorch::aten::SizesType channels) {
    const executorch::aten::SizesType sizes[] = {1, channels, rows, 1};
    const ptrdiff_t strides[] = {0, 1, channels, channels};
    view.rank = 4;
    for (size_t d = 0; d < 4; ++d) {
      view.sizes[d] = sizes[d];
      view.strides[d] = strides[d];
    }
    return view;
  };
  IntegerConvolution layer{as_image(given, depth)};
  layer.window.rank = 2;
  layer.window.input[0] = rows;
  ETK_REQUIRE(ctx, layer.requantize.read(out_zero_point, out_min, out_max), out);
  ETK_REQUIRE(ctx, layer.read(weight, bias, multipliers), out);
  Shape shape(input);
  shape.sizes[last] = static_cast<executorch::aten::SizesType>(bias.numel());
  if (resize(ctx, out, shape) && rows > 0) {
    const View to(out);
    ETK_REQUIRE(ctx, is_in_order(to), out);
    run_integers<kQuantizedLinearAct>(ctx, layer, as_image(to, shape.sizes[last]));
  }
  return out;
}

}  // namespace torch::executor::native
