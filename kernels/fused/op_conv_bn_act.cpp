// conv_bn_act(input, weight, bias, …) = activation(convolution(input, weight, bias, …) + residual)
//
// A batch norm is part of the weight and the bias.
#include "etk/convolution/convolve.h"
#include "etk/product/activate.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kConvBnAct[] = "etk::conv_bn_act.out";

Tensor& ETK_KERNEL(conv_bn_act_out)(
    Context& ctx,
    const Tensor& input,
    const Tensor& weight,
    const std::optional<Tensor>& bias,
    ArrayRef<int64_t> stride,
    ArrayRef<int64_t> padding,
    ArrayRef<int64_t> dilation,
    bool transposed,
    ArrayRef<int64_t> output_padding,
    int64_t groups,
    const std::optional<Tensor>& residual,
    std::string_view activation,
    std::optional<double> lower,
    std::optional<double> upper,
    Tensor& out) {
  Activate finish;
  ETK_REQUIRE(ctx, is_floating(out.scalar_type()), out);
  ETK_REQUIRE(ctx, finish.read(residual, activation, lower, upper, out), out);
  return convolve<kConvBnAct>(
      ctx, input, weight, bias, stride, padding, dilation, transposed, output_padding, groups, out, finish);
}

}  // namespace torch::executor::native
