// Repeated indices.
#pragma once

#include "etk/base/chunk.h"
#include "etk/base/copy.h"
#include "etk/base/faster.h"
#include "etk/base/indices.h"

#include <limits>

namespace etk {

/// The functions that check indices, and that set `out` to each index i of `repeats`, repeats[i] times. The
/// latter may be null; it returns false, without writing anything, if it does not support the tensors.
struct RepeatFunctions {
  IndicesFunction are_indices = etk::are_indices;
  bool (*repeat)(const Tensor& repeats, Tensor& out) = nullptr;
};

/// Calls f(i, count) for each element of a one-dimensional tensor of indices.
template <typename F>
void for_each_count(const View& repeats, const F& f) {
  int64_t counts[kChunk];
  for (int64_t first = 0; first < repeats.sizes[0]; first += kChunk) {
    const size_t n = chunk_of(static_cast<size_t>(repeats.sizes[0] - first));
    load(repeats.dtype, repeats.data + first * repeats.strides[0], repeats.strides[0], n, counts);
    for (size_t i = 0; i < n; ++i) {
      f(first + static_cast<int64_t>(i), counts[i]);
    }
  }
}

/// Sets `out` to each index i of `repeats`, repeats[i] times.
template <const char* kOp>
ETK_INLINE Tensor& repeat_interleave(
    Context& ctx, const Tensor& repeats, std::optional<int64_t> output_size, Tensor& out) {
  static constexpr auto functions = faster<kOp, RepeatFunctions>();
  constexpr int64_t limit = std::numeric_limits<executorch::aten::SizesType>::max();
  ETK_REQUIRE(ctx, accepts<kOp>(repeats) && out.scalar_type() == repeats.scalar_type(), out);
  ETK_REQUIRE(
      ctx, repeats.dim() == 1 && are_apart(repeats, out) && functions.are_indices(repeats, 0, limit), out);
  const View times(repeats);
  int64_t total = 0;
  for_each_count(times, [&](int64_t, int64_t count) { total += count; });
  ETK_REQUIRE(ctx, total <= limit && output_size.value_or(total) == total, out);
  Shape shape;
  shape.push_back(total);
  if (!resize(ctx, out, shape) || (functions.repeat && functions.repeat(repeats, out))) {
    return out;
  }
  int64_t start = 0;
  for_each_count(times, [&](int64_t i, int64_t count) {
    View part(out);
    part.slice(0, start, count);
    fill(part, i);
    start += count;
  });
  return out;
}

}  // namespace etk
