// embedding_byte(weight, weight_scales, weight_zero_points, indices): rows of a table of bytes, dequantized
#include "etk/quantize/table.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kEmbeddingByte[] = "quantized_decomposed::embedding_byte.out";
static constexpr char kEmbeddingByteDtype[] = "quantized_decomposed::embedding_byte.dtype_out";

Tensor& ETK_KERNEL(quantized_embedding_byte_out)(
    Context& ctx,
    const Tensor& weight,
    const Tensor& weight_scales,
    const std::optional<Tensor>& weight_zero_points,
    int64_t weight_quant_min,
    int64_t weight_quant_max,
    const Tensor& indices,
    Tensor& out) {
  return quantized_embedding<kEmbeddingByte>(
      ctx, {weight, weight_scales, weight_zero_points, 8}, weight_quant_min, weight_quant_max, indices,
      std::nullopt, out);
}

Tensor& ETK_KERNEL(quantized_embedding_byte_dtype_out)(
    Context& ctx,
    const Tensor& weight,
    const Tensor& weight_scales,
    const std::optional<Tensor>& weight_zero_points,
    int64_t weight_quant_min,
    int64_t weight_quant_max,
    const Tensor& indices,
    std::optional<ScalarType> dtype,
    Tensor& out) {
  return quantized_embedding<kEmbeddingByteDtype>(
      ctx, {weight, weight_scales, weight_zero_points, 8}, weight_quant_min, weight_quant_max, indices, dtype,
      out);
}

}  // namespace torch::executor::native
