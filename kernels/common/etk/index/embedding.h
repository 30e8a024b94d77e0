// embedding(weight, indices) = weight[indices]
#pragma once

#include "etk/base/call_facts.h"
#include "etk/base/chunk.h"
#include "etk/base/indices.h"
#include "etk/base/loop.h"

#include <cstring>

namespace etk {

/// A faster implementation. It returns false, without writing anything, if it does not support the tensors or
/// an index is out of range.
using GatherFunction = bool (*)(const Tensor& weight, const Tensor& indices, Tensor& out);

/// Gathers rows of weight into out, once the dtypes are selected; `faster` may be null.
ETK_INLINE Tensor& embedding(
    Context& ctx, GatherFunction faster, const Tensor& weight, const Tensor& indices, Tensor& out) {
  ETK_REQUIRE(ctx, out.scalar_type() == weight.scalar_type(), out);
  ETK_REQUIRE(ctx, weight.dim() == 2 && indices.dim() < static_cast<ssize_t>(kMaxRank), out);
  ETK_REQUIRE(ctx, are_apart(indices, out), out);
  if (faster && faster(weight, indices, out)) {
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

/// `embedding` for static and contiguous tensors.
ETK_INLINE void embedding_plain(Context& ctx, const Tensor& weight, const Tensor& indices, Tensor& out) {
  const auto shape = out.sizes();
  const size_t rank = indices.dim(), n = indices.numel();
  const bool is_long = indices.scalar_type() == ScalarType::Long;
  ETK_REQUIRE(ctx, out.scalar_type() == weight.scalar_type(), );
  ETK_REQUIRE(ctx, is_long || indices.scalar_type() == ScalarType::Int, );
  ETK_REQUIRE(ctx, weight.dim() == 2 && shape.size() == rank + 1 && shape[rank] == weight.size(1), );
  ETK_REQUIRE(ctx, indices.sizes().equals({shape.data(), rank}) && are_apart(indices, out), );
  const void* const from = indices.const_data_ptr();
  const auto at = [=](size_t i) {
    return is_long ? static_cast<const int64_t*>(from)[i] : static_cast<const int32_t*>(from)[i];
  };
  for (size_t i = 0; i < n; ++i) {
    ETK_REQUIRE(ctx, at(i) >= 0 && at(i) < weight.size(0), );
  }
  const size_t bytes = weight.element_size() * weight.size(1);
  char* to = static_cast<char*>(out.mutable_data_ptr());
  for (size_t i = 0; i < n; ++i, to += bytes) {
    std::memcpy(to, static_cast<const char*>(weight.const_data_ptr()) + at(i) * bytes, bytes);
  }
}

}  // namespace etk
