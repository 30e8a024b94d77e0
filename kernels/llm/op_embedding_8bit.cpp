// _embedding_8bit(packed_weight_qvals, weight_scales, weight_zeros, indices): rows of a table of packed
// integers of 8 bits, dequantized
#include "etk/base/selected_dtypes.h"
#include "packed_table.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kEmbeddingOf8Bits[] = "torchao::_embedding_8bit.out";

Tensor& embedding_8bit_out(
    Context& ctx,
    const Tensor& packed_weight_qvals,
    int64_t num_embeddings,
    int64_t embedding_dim,
    const Tensor& weight_scales,
    const Tensor& weight_zeros,
    const Tensor& indices,
    Tensor& out) {
  ETK_REQUIRE(
      ctx, (accepts<kEmbeddingOf8Bits>(packed_weight_qvals, weight_scales, weight_zeros, indices, out)), out);
  look_up(
      ctx, {packed_weight_qvals, weight_scales, weight_zeros, /*bits=*/8, num_embeddings, embedding_dim},
      indices, out);
  return out;
}

}  // namespace torch::executor::native
