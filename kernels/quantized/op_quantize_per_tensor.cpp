// quantize_per_tensor(input, scale, zero_point) = clamp(round(input / scale) + zero_point, quant_min,
// quant_max)
#include "etk/base/selected_dtypes.h"
#include "etk/quantize/affine.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kQuantizePerTensor[] = "quantized_decomposed::quantize_per_tensor.out";
static constexpr char kQuantizePerTensorTensor[] = "quantized_decomposed::quantize_per_tensor.Tensor_out";

Tensor& ETK_KERNEL(quantize_per_tensor_out)(
    Context& ctx,
    const Tensor& input,
    double scale,
    int64_t zero_point,
    int64_t quant_min,
    int64_t quant_max,
    ScalarType dtype,
    Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kQuantizePerTensor>(input, out), out);
  const Affine affine{scale, zero_point};
  return quantize<kQuantizePerTensor>(ctx, input, affine, {{quant_min, quant_max}, dtype}, out);
}

Tensor& ETK_KERNEL(quantize_per_tensor_tensor_args_out)(
    Context& ctx,
    const Tensor& input,
    const Tensor& scale,
    const Tensor& zero_point,
    int64_t quant_min,
    int64_t quant_max,
    ScalarType dtype,
    Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kQuantizePerTensorTensor>(input, scale, zero_point, out), out);
  const auto affine = per_tensor(input, scale, zero_point);
  return quantize<kQuantizePerTensorTensor>(ctx, input, affine, {{quant_min, quant_max}, dtype}, out);
}

}  // namespace torch::executor::native
