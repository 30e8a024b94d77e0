// embedding(weight, indices) = weight[indices]
#include "etk/base/dtype.h"
#include "etk/index/embedding.h"
#include "vec/index/gather.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kEmbedding[] = "embedding.out";

static bool gather_rows(const Tensor& weight, const Tensor& indices, Tensor& out) {
  vec::Blocks blocks;
  return blocks.add(weight, indices) && blocks.are_positive() && blocks.get(weight, out);
}

Tensor& opt_embedding_out(
    Context& ctx,
    const Tensor& weight,
    const Tensor& indices,
    int64_t padding_idx,
    bool scale_grad_by_freq,
    bool sparse,
    Tensor& out) {
  (void)padding_idx, (void)scale_grad_by_freq, (void)sparse;  // are for training
  ETK_REQUIRE(ctx, accepts<kEmbedding>(weight, indices), out);
  return embedding(ctx, gather_rows, weight, indices, out);
}

}  // namespace torch::executor::native
