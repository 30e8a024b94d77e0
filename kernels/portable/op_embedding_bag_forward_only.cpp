// _embedding_bag_forward_only is _embedding_bag, of whose outs for training a sum has one more element: one
// for each offset, also for the last, which may be the end
#include "etk/index/embedding_bag.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kEmbeddingBagForwardOnly[] = "_embedding_bag_forward_only.out";

BagOuts ETK_KERNEL_AS(_embedding_bag_forward_only_out, embedding_bag_forward_only_out)(
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
  return embedding_bag<kEmbeddingBagForwardOnly>(
      ctx,
      {weight, indices, offsets, mode, per_sample_weights, include_last_offset, padding_idx,
       /*trains=*/false},
      {out0, out1, out2, out3});
}

}  // namespace torch::executor::native
