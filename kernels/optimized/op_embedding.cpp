// embedding(weight, indices) = weight[indices]
#include "etk/chunk.h"
#include "etk/indices.h"
#include "etk/loop.h"
#include "vec/gather.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kEmbedding[] = "embedding.out";

Tensor& opt_embedding_out(
    Context& ctx,
    const Tensor& weight,
    const Tensor& indices,
    int64_t padding_idx,
    bool scale_grad_by_freq,
    bool sparse,
    Tensor& out) {
  (void)padding_idx, (void)scale_grad_by_freq, (void)sparse;  // are for training
  ETK_REQUIRE(ctx, accepts<kEmbedding>(weight, indices) && out.scalar_type() == weight.scalar_type(), out);
  Shape shape(indices);
  ETK_REQUIRE(ctx, weight.dim() == 2 && shape.rank < kMaxRank, out);
  vec::Blocks blocks;
  if (blocks.add(weight, indices) && blocks.are_positive() && blocks.get(weight, out)) {
    return out;
  }
  ETK_REQUIRE(ctx, are_indices(indices, 0, weight.size(0)), out);
  shape.push_back(weight.size(1));
  if (!resize(ctx, out, shape)) {
    return out;
  }
  const View table(weight);
  View rows(out);
  const ptrdiff_t stride = rows.strides[rows.rank - 1];
  rows.remove(rows.rank - 1);
  Loop loop(rows);
  loop.add(rows);
  loop.add(View(indices));
  loop.simplify();
  for (Cursor cursor(loop); cursor.left(); cursor.step(1)) {
    const int64_t index = read_index(indices.scalar_type(), cursor.at(1));
    const char* row = table.data + index * table.strides[0];
    copy_elements(row, table.strides[1], cursor.at(0), stride, table.element_size, table.sizes[1]);
  }
  return out;
}

}  // namespace torch::executor::native
