// Cyclic shifts of tensors along dimensions.
#pragma once

#include "etk/base/copy.h"
#include "etk/base/faster.h"
#include "etk/base/selected_dtypes.h"

namespace etk {

/// A shift modulo the size, in [0, size).
inline int64_t turned(int64_t shift, int64_t size) {
  return (shift % size + size) % size;
}

/// Copies a view to another view of the same shape: index i of dimension d is copied to i + by[d], modulo the
/// size. Uses `copy`.
inline void copy_rolled(CopyFunction copy, const View& from, const View& to, const int64_t* by) {
  size_t moved[kMaxRank];
  size_t count = 0;
  for (size_t d = 0; d < from.rank; ++d) {
    if (by[d] != 0) {
      moved[count++] = d;
    }
  }
  // Each shifted dimension consists of two parts, which are swapped.
  for (size_t parts = 0; parts < size_t{1} << count; ++parts) {
    View source = from, target = to;
    for (size_t i = 0; i < count; ++i) {
      const size_t d = moved[i];
      const int64_t border = from.sizes[d] - by[d];
      const bool is_end = parts >> i & 1;
      source.slice(d, is_end ? border : 0, is_end ? by[d] : border);
      target.slice(d, is_end ? 0 : by[d], is_end ? by[d] : border);
    }
    copy(source, target);
  }
}

/// Sets `out` to self, shifted along dims. Without dims, self is shifted as one flattened dimension.
template <const char* kOp>
ETK_INLINE Tensor& roll(
    Context& ctx, const Tensor& self, ArrayRef<int64_t> shifts, ArrayRef<int64_t> dims, Tensor& out) {
  const auto copy = faster_or<kOp>(etk::copy);
  ETK_REQUIRE(ctx, accepts<kOp>(self) && out.scalar_type() == self.scalar_type(), out);
  const View from(self);
  ETK_REQUIRE(ctx, !shifts.empty(), out);
  ETK_REQUIRE(ctx, shifts.size() == dims.size() || (dims.empty() && shifts.size() == 1), out);
  int64_t by[kMaxRank] = {};
  for (size_t i = 0; i < dims.size(); ++i) {
    const auto d = wrap_dim(dims[i], from.rank);
    ETK_REQUIRE(ctx, d && from.rank > 0, out);
    const int64_t size = from.sizes[*d];
    by[*d] = size > 0 ? turned(by[*d] + turned(shifts[i], size), size) : 0;
  }
  if (!resize(ctx, out, from) || self.numel() == 0) {
    return out;
  }
  if (dims.empty()) {
    reshape(from, View(out), turned(shifts[0], self.numel()));
  } else {
    copy_rolled(copy, from, View(out), by);
  }
  return out;
}

}  // namespace etk
