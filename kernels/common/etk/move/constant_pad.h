// Padding with a constant.
#pragma once

#include "etk/base/copy.h"
#include "etk/base/faster.h"
#include "etk/base/number_checks.h"

namespace etk {

/// Sets `out` to self with pad[0] copies of a number before and pad[1] after it in the last dimension, and so
/// on for the other dimensions. Uses `fill` and `copy`.
template <const char* kOp>
ETK_INLINE Tensor& pad_with_number(
    Context& ctx, const Tensor& self, ArrayRef<int64_t> pad, const Scalar& value, Tensor& out) {
  const auto fill = faster_or<kOp>(etk::fill);
  const auto copy = faster_or<kOp>(etk::copy);
  const ScalarType dtype = self.scalar_type();
  ETK_REQUIRE(ctx, accepts<kOp>(self) && out.scalar_type() == dtype, out);
  View from(self);
  ETK_REQUIRE(ctx, pad.size() % 2 == 0 && pad.size() / 2 <= from.rank, out);
  int64_t sizes[kMaxRank], starts[kMaxRank];
  bool is_filled = false;
  for (size_t d = 0; d < from.rank; ++d) {
    const size_t i = 2 * (from.rank - 1 - d);
    const int64_t before = i < pad.size() ? pad[i] : 0, behind = i < pad.size() ? pad[i + 1] : 0;
    for (const int64_t n : {before, behind}) {
      ETK_REQUIRE(ctx, n > -INT32_MAX && n < INT32_MAX, out);
      is_filled = is_filled || n > 0;
    }
    // A negative padding cannot remove more elements than there are.
    const int64_t skipped = before < 0 ? -before : 0;
    const int64_t kept = from.sizes[d] - skipped + (behind < 0 ? behind : 0);
    ETK_REQUIRE(ctx, kept >= 0, out);
    sizes[d] = from.sizes[d] + before + behind;
    starts[d] = before > 0 ? before : 0;
    from.slice(d, kept > 0 ? skipped : 0, kept);
  }
  Shape shape;
  ETK_REQUIRE(ctx, read_shape({sizes, from.rank}, shape), out);
  ETK_REQUIRE(ctx, !is_filled || can_fill(dtype, shape.numel(), value), out);
  if (!resize(ctx, out, shape)) {
    return out;
  }
  View inside(out);
  if (is_filled) {
    fill(inside, value);
  }
  for (size_t d = 0; d < from.rank; ++d) {
    inside.slice(d, from.sizes[d] > 0 ? starts[d] : 0, from.sizes[d]);
  }
  copy(from, inside);
  return out;
}

}  // namespace etk
