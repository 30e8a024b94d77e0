// embedding(weight, indices) = weight[indices]
#include "etk/base/faster.h"
#include "etk/index/embedding.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kEmbedding[] = "embedding.out";

Tensor& ETK_KERNEL(embedding_out)(
    Context& ctx,
    const Tensor& weight,
    const Tensor& indices,
    int64_t padding_idx,
    bool scale_grad_by_freq,
    bool sparse,
    Tensor& out) {
  (void)padding_idx, (void)scale_grad_by_freq, (void)sparse;  // only used for training
  ETK_REQUIRE(ctx, accepts<kEmbedding>(weight, indices), out);
  constexpr Facts facts = call_facts<kEmbedding>();
  if constexpr (
      facts.is_static && facts.is_contiguous && !Faster<hash_of(kEmbedding), GatherFunction>::kIsRegistered) {
    embedding_plain(ctx, weight, indices, out);
    return out;
  }
  return embedding(ctx, faster<kEmbedding, GatherFunction>(), weight, indices, out);
}

}  // namespace torch::executor::native
