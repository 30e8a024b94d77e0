// embedding(weight, indices) = weight[indices]
#pragma once

#include "etk/base/chunk.h"
#include "etk/base/indices.h"
#include "etk/base/loop.h"
#include "etk/index/plain_embedding.h"

namespace etk {

/// Gathers rows of weight, which is argument 0, into out.
template <const char* kOp>
ETK_INLINE Tensor& embedding(Context& ctx, const Tensor& weight, const Tensor& indices, Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kOp>(weight, indices), out);
  if constexpr (is_plain_embedding<kOp>()) {
    embedding_plain<kOp>(ctx, weight, indices, out);
    return out;
  }
  ETK_REQUIRE(ctx, out.scalar_type() == weight.scalar_type(), out);
  ETK_REQUIRE(ctx, weight.dim() == 2 && indices.dim() < static_cast<ssize_t>(kMaxRank), out);
  ETK_REQUIRE(ctx, are_apart(indices, out), out);
  if (try_faster<kOp, GatherFunction>(weight, indices, out)) {
    return out;
  }
  ETK_REQUIRE(ctx, are_indices(indices, 0, weight.size(0)), out);
  Shape shape(indices);
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

}  // namespace etk
