// convolution(input, weight, bias): at each position of the out, the sum over channels and kernel of input ·
// weight, in one to three dimensions. Transposed, the out is what that sum would take the input from.
#include "etk/convolution.h"
#include "vec/convolution.h"
#include "vec/transposed.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kConvolution[] = "convolution.out";

Tensor& opt_convolution_out(
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
  static constexpr auto instances = dot_instances<kConvolution>();
  const ScalarType dtype = input.scalar_type();
  const DotFunction dot = instances.find(dtype);
  ETK_REQUIRE(ctx, dot && dtype != ScalarType::Bool, out);
  ETK_REQUIRE(ctx, weight.scalar_type() == dtype && out.scalar_type() == dtype, out);
  const View from(input), kernels(weight), offsets(bias ? *bias : weight);
  Convolution convolution;
  ETK_REQUIRE(
      ctx, convolution.read(from, kernels, stride, padding, dilation, transposed, output_padding, groups),
      out);
  const int64_t channels = convolution.shape().sizes[1];
  ETK_REQUIRE(
      ctx, !bias || (offsets.dtype == dtype && offsets.rank == 1 && offsets.sizes[0] == channels), out);
  const View* added = bias ? &offsets : nullptr;
  const auto convolve = transposed ? vec::convolve_transposed : vec::convolve;
  if (resize(ctx, out, convolution.shape()) && !convolve(ctx, convolution, from, kernels, added, View(out))) {
    convolution.run(dot, from, kernels, added, View(out));
  }
  return out;
}

}  // namespace torch::executor::native
