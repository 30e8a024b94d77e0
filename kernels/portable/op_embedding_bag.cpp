// _embedding_bag(weight, indices, offsets)[b] = the sum, mean or maximum of weight[i] over the indices i of
// bag b, which are those from offsets[b] on; those that are padding_idx are left out
#include "etk/index/embedding_bag.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kEmbeddingBag[] = "_embedding_bag.out";

BagOuts ETK_KERNEL_AS(_embedding_bag_out, embedding_bag_out)(
    Context& ctx,
    const Tensor& weight,
    const Tensor& indices,
    const Tensor& offsets,
    bool scale_grad_by_freq,
    int64_t mode,
    bool sparse,
    const std::optional<Tensor>& per_sample_weights,
    bool include_last_offset,
    int64_t padding_idx,
    Tensor& out0,
    Tensor& out1,
    Tensor& out2,
    Tensor& out3) {
  (void)scale_grad_by_freq, (void)sparse;  // only used for training
  return embedding_bag<kEmbeddingBag>(
      ctx,
      {weight, indices, offsets, mode, per_sample_weights, include_last_offset, padding_idx, /*trains=*/true},
      {out0, out1, out2, out3});
}

}  // namespace torch::executor::native
