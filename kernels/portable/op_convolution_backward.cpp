// convolution_backward(grad_output, input, weight): the gradients of input, weight and bias, those that
// output_mask asks for. The others' outs are left alone.
#include "etk/base/copy.h"
#include "etk/convolution/convolution_backward.h"
#include "etk/reduce/rows.h"

#include <tuple>

namespace torch::executor::native {
using namespace etk;

static constexpr char kConvolutionBackward[] = "convolution_backward.out";

std::tuple<Tensor&, Tensor&, Tensor&> convolution_backward_out(
    Context& ctx,
    const Tensor& grad_output,
    const Tensor& input,
    const Tensor& weight,
    std::optional<ArrayRef<int64_t>> bias_sizes,
    ArrayRef<int64_t> stride,
    ArrayRef<int64_t> padding,
    ArrayRef<int64_t> dilation,
    bool transposed,
    ArrayRef<int64_t> output_padding,
    int64_t groups,
    ArrayRef<bool> output_mask,
    Tensor& out0,
    Tensor& out1,
    Tensor& out2) {
  static constexpr auto instances = dot_instances<kConvolutionBackward, kFloats>();
  const std::tuple<Tensor&, Tensor&, Tensor&> outs(out0, out1, out2);
  Tensor* const wanted[] = {&out0, &out1, &out2};
  const ScalarType dtype = input.scalar_type();
  const DotFunction dot = instances.find(dtype);
  ETK_REQUIRE(ctx, dot && output_mask.size() == 3, outs);
  ETK_REQUIRE(ctx, have_dtype(dtype, weight, grad_output), outs);
  const View grad(grad_output), from(input), kernels(weight);
  Convolution convolution;
  ETK_REQUIRE(
      ctx, convolution.read(from, kernels, stride, padding, dilation, transposed, output_padding, groups),
      outs);
  ETK_REQUIRE(ctx, convolution.shape() == grad, outs);
  // The shape of the bias follows from the shape of the weight.
  for (const int64_t size : bias_sizes.value_or(ArrayRef<int64_t>())) {
    ETK_REQUIRE(ctx, size >= 0, outs);
  }
  for (const int64_t padding_of_out : output_padding) {
    ETK_REQUIRE(ctx, transposed || padding_of_out == 0, outs);
  }
  Shape channels;
  channels.push_back(grad.sizes[1]);
  const Shape shapes[] = {from, kernels, channels};
  for (size_t i = 0; i < 3; ++i) {
    ETK_REQUIRE(ctx, !output_mask[i] || wanted[i]->scalar_type() == dtype, outs);
  }
  for (size_t i = 0; i < 3; ++i) {
    if (output_mask[i] && !resize(ctx, *wanted[i], shapes[i])) {
      return outs;
    }
  }
  if (grad.numel() == 0) {
    for (size_t i = 0; i < 3; ++i) {
      if (output_mask[i]) {
        fill(View(*wanted[i]), 0);
      }
    }
    return outs;
  }
  if (output_mask[0]) {
    convolution.run_backward_input(dot, grad, kernels, View(out0));
  }
  if (output_mask[1]) {
    convolution.run_backward_weight(dot, grad, from, View(out1));
  }
  if (output_mask[2]) {
    Rows rows(grad_output, ((DimSet{1} << grad.rank) - 1) & ~DimSet{2}, dtype);
    rows.result(out2, /*keepdim=*/false, dtype);
    rows.run<kConvolutionBackward, kFloats>(ctx, [](auto& row) { row.set(0, sum(row)); });
  }
  return outs;
}

}  // namespace torch::executor::native
