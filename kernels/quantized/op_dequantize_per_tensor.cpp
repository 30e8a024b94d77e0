// dequantize_per_tensor(input, scale, zero_point) = (input - zero_point) · scale
#include "etk/base/selected_dtypes.h"
#include "etk/quantize/affine.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kDequantizePerTensor[] = "quantized_decomposed::dequantize_per_tensor.out";
static constexpr char kDequantizePerTensorTensor[] = "quantized_decomposed::dequantize_per_tensor.Tensor_out";

Tensor& ETK_KERNEL(dequantize_per_tensor_out)(
    Context& ctx,
    const Tensor& input,
    double scale,
    int64_t zero_point,
    int64_t quant_min,
    int64_t quant_max,
    ScalarType dtype,
    std::optional<ScalarType> out_dtype,
    Tensor& out) {
  (void)quant_min, (void)quant_max;  // only describe the elements
  ETK_REQUIRE(ctx, accepts<kDequantizePerTensor>(input, out), out);
  return dequantize<kDequantizePerTensor>(
      ctx, input, Affine{scale, zero_point}, {dtype, out_dtype, /*rounds_each=*/true}, out);
}

Tensor& ETK_KERNEL(dequantize_per_tensor_tensor_args_out)(
    Context& ctx,
    const Tensor& input,
    const Tensor& scale,
    const Tensor& zero_point,
    int64_t quant_min,
    int64_t quant_max,
    ScalarType dtype,
    std::optional<ScalarType> out_dtype,
    Tensor& out) {
  (void)quant_min, (void)quant_max;
  ETK_REQUIRE(ctx, accepts<kDequantizePerTensorTensor>(input, scale, zero_point, out), out);
  const auto affine = per_tensor(input, scale, zero_point);
  return dequantize<kDequantizePerTensorTensor>(
      ctx, input, affine, {dtype, out_dtype, /*rounds_each=*/true}, out);
}

}  // namespace torch::executor::native
