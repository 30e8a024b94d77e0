// embedding_2bit(weight, weight_scales, weight_zero_points, indices): rows of a table of 2 bits an element,
// dequantized
#include "etk/quantize/table.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kEmbedding2Bit[] = "quantized_decomposed::embedding_2bit.out";
static constexpr char kEmbedding2BitDtype[] = "quantized_decomposed::embedding_2bit.dtype_out";

Tensor& quantized_embedding_2bit_out(
    Context& ctx,
    const Tensor& weight,
    const Tensor& weight_scales,
    const std::optional<Tensor>& weight_zero_points,
    int64_t weight_quant_min,
    int64_t weight_quant_max,
    const Tensor& indices,
    Tensor& out) {
  return quantized_embedding<kEmbedding2Bit>(
      ctx, {weight, weight_scales, weight_zero_points, 2}, weight_quant_min, weight_quant_max, indices,
      std::nullopt, out);
}

Tensor& quantized_embedding_2bit_dtype_out(
    Context& ctx,
    const Tensor& weight,
    const Tensor& weight_scales,
    const std::optional<Tensor>& weight_zero_points,
    int64_t weight_quant_min,
    int64_t weight_quant_max,
    const Tensor& indices,
    std::optional<ScalarType> dtype,
    Tensor& out) {
  return quantized_embedding<kEmbedding2BitDtype>(
      ctx, {weight, weight_scales, weight_zero_points, 2}, weight_quant_min, weight_quant_max, indices, dtype,
      out);
}

}  // namespace torch::executor::native
