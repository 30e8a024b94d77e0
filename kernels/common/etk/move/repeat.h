// Tensors repeated along each dimension.
#pragma once

#include "etk/base/copy.h"
#include "etk/base/faster.h"
#include "etk/base/number_checks.h"

namespace etk {

/// Copies a view repeats[d] times along each of its first `count` dimensions, using `copy`.
inline void copy_repeated(CopyFunction copy, View from, View to, const int64_t* repeats, size_t count) {
  for (size_t d = count; d-- > 0;) {
    if (repeats[d] == 1) {
      continue;
    }
    const int64_t size = from.sizes[d];
    if (from.rank < kMaxRank) {
      to.split(d, size);
      from.insert(d);
      from.sizes[d] = to.sizes[d];
      continue;
    }
    // The view has the maximum rank, so that the repetitions are copied one by one.
    for (int64_t i = 0; i < repeats[d]; ++i) {
      View part = to;
      part.slice(d, i * size, size);
      copy_repeated(copy, from, part, repeats, d);
    }
    return;
  }
  copy(from, to);
}

/// Sets `out` to self, repeated `repeats` times along each dimension. Missing dimensions are added in front.
template <const char* kOp>
ETK_INLINE Tensor& repeat(Context& ctx, const Tensor& self, ArrayRef<int64_t> repeats, Tensor& out) {
  const auto copy = faster_or<kOp>(etk::copy);
  ETK_REQUIRE(ctx, accepts<kOp>(self) && out.scalar_type() == self.scalar_type(), out);
  View from(self);
  ETK_REQUIRE(ctx, repeats.size() >= from.rank && repeats.size() <= kMaxRank, out);
  while (from.rank < repeats.size()) {
    from.prepend(1);
  }
  int64_t sizes[kMaxRank];
  for (size_t d = 0; d < from.rank; ++d) {
    ETK_REQUIRE(ctx, repeats[d] >= 0 && repeats[d] <= INT32_MAX, out);
    sizes[d] = from.sizes[d] * repeats[d];
  }
  Shape shape;
  ETK_REQUIRE(ctx, read_shape({sizes, from.rank}, shape), out);
  if (resize(ctx, out, shape) && shape.numel() > 0) {
    copy_repeated(copy, from, View(out), repeats.data(), from.rank);
  }
  return out;
}

}  // namespace etk
