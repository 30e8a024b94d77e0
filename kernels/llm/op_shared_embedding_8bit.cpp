// _shared_embedding_8bit(packed_weights, indices): rows of the packed weights of 8 bits of a linear layer,
// dequantized
#include "etk/base/selected_dtypes.h"
#include "packed_table.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSharedEmbeddingOf8Bits[] = "torchao::_shared_embedding_8bit.out";

Tensor& shared_embedding_8bit_out(
    Context& ctx,
    const Tensor& packed_weights,
    int64_t group_size,
    int64_t n,
    int64_t k,
    const Tensor& indices,
    Tensor& out) {
  ETK_REQUIRE(ctx, (accepts<kSharedEmbeddingOf8Bits>(packed_weights, indices, out)), out);
  look_up(ctx, {packed_weights, /*bits=*/8, group_size, n, k}, indices, out);
  return out;
}

}  // namespace torch::executor::native
