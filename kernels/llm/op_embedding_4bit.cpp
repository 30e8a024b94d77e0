// _embedding_4bit(packed_weight_qvals, weight_scales, weight_zeros, indices): rows of a table of packed
// integers of 4 bits, dequantized
#include "etk/base/selected_dtypes.h"
#include "packed_table.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kEmbeddingOf4Bits[] = "torchao::_embedding_4bit.out";

Tensor& embedding_4bit_out(
    Context& ctx,
    const Tensor& packed_weight_qvals,
    int64_t num_embeddings,
    int64_t embedding_dim,
    const Tensor& weight_scales,
    const Tensor& weight_zeros,
    const Tensor& indices,
    Tensor& out) {
  ETK_REQUIRE(
      ctx, (accepts<kEmbeddingOf4Bits>(packed_weight_qvals, weight_scales, weight_zeros, indices, out)), out);
  look_up(
      ctx, {packed_weight_qvals, weight_scales, weight_zeros, /*bits=*/4, num_embeddings, embedding_dim},
      indices, out);
  return out;
}

}  // namespace torch::executor::native
