// convolution(input, weight, bias): at each position of the out, the sum over channels and kernel of input ·
// weight, in one to three dimensions. Transposed, the out is what that sum would take the input from.
#include "etk/convolution/convolve.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kConvolution[] = "convolution.out";

Tensor& ETK_KERNEL(convolution_out)(
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
    Tensor& out) {
  return convolve<kConvolution>(
      ctx, input, weight, bias, stride, padding, dilation, transposed, output_padding, groups, out);
}

}  // namespace torch::executor::native
