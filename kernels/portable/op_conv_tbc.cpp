// conv_tbc(input, weight, bias): a convolution of sequences with the dimensions time, batch and channels
#include "etk/base/copy.h"
#include "etk/base/selected_dtypes.h"
#include "etk/convolution/convolution.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kConvTbc[] = "conv_tbc.out";

namespace {

// A view whose dimensions are d0, d1 and d2 of the tensor.
View permuted(const Tensor& tensor, size_t d0, size_t d1, size_t d2) {
  const size_t order[] = {d0, d1, d2};
  View view(tensor);
  view.permute(order);
  return view;
}

}  // namespace

Tensor& conv_tbc_out(
    Context& ctx, const Tensor& self, const Tensor& weight, const Tensor& bias, int64_t pad, Tensor& out) {
  static constexpr auto dots = dot_instances<kConvTbc>();
  const ScalarType dtype = self.scalar_type();
  const DotFunction dot = dots.find(dtype);
  ETK_REQUIRE(ctx, dot && dtype != ScalarType::Bool && have_dtype(dtype, weight, bias, out), out);
  ETK_REQUIRE(ctx, self.dim() == 3 && weight.dim() == 3 && bias.dim() == 1, out);
  const View kernels = permuted(weight, 2, 1, 0), offsets(bias);
  View input = permuted(self, 1, 2, 0);
  ETK_REQUIRE(ctx, pad > INT32_MIN && pad < INT32_MAX, out);
  const int64_t length = input.sizes[2] + 2 * pad - kernels.sizes[2] + 1;
  ETK_REQUIRE(ctx, length >= 0, out);
  ETK_REQUIRE(ctx, input.sizes[1] == kernels.sizes[1] && offsets.sizes[0] == kernels.sizes[0], out);
  Shape shape;
  shape.push_back(length);
  shape.push_back(input.sizes[0]);
  shape.push_back(kernels.sizes[0]);
  if (!resize(ctx, out, shape)) {
    return out;
  }
  if (input.numel() == 0 || kernels.numel() == 0 || length == 0) {  // there is nothing to add up
    View everywhere = offsets;
    everywhere.broadcast_to(shape);
    copy(everywhere, View(out));
    return out;
  }
  if (pad < 0) {  // which crops
    input.slice(2, -pad, input.sizes[2] + 2 * pad);
    pad = 0;
  }
  const int64_t one = 1, none = 0;
  Convolution convolution;
  ETK_REQUIRE(
      ctx,
      convolution.read(
          input, kernels, {&one, 1}, {&pad, 1}, {&one, 1}, /*transposed=*/false, {&none, 1}, /*groups=*/1),
      out);
  convolution.run(dot, input, kernels, &offsets, permuted(out, 1, 2, 0));
  return out;
}

}  // namespace torch::executor::native
