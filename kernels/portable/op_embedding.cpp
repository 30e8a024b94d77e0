// embedding(weight, indices) = weight[indices]
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
  return embedding<kEmbedding>(ctx, weight, indices, out);
}

}  // namespace torch::executor::native
