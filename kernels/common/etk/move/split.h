// Splits of tensors along a dimension.
#pragma once

#include "etk/base/copy.h"
#include "etk/base/faster.h"
#include "etk/base/selected_dtypes.h"

namespace etk {

/// The dimension along which self is split, for operator `kOp`; empty if it is invalid or the outs have
/// another dtype.
template <const char* kOp>
std::optional<size_t> find_split_dim(const Tensor& self, int64_t dim, TensorList outs) {
  bool fit = accepts<kOp>(self) && self.dim() > 0;
  for (const Tensor& out : outs) {
    fit = fit && out.scalar_type() == self.scalar_type();
  }
  return fit ? wrap_dim(dim, self.dim()) : std::nullopt;
}

/// Sets each out to a part of a tensor, `part(i)`, using `copy`. All outs are resized before the first is
/// written.
template <typename Part>
ETK_INLINE void copy_parts(Context& ctx, CopyFunction copy, TensorList outs, const Part& part) {
  for (const bool is_resized : {false, true}) {
    for (size_t i = 0; i < outs.size(); ++i) {
      Tensor out = outs[i];
      if (!is_resized && !resize(ctx, out, part(i))) {
        return;
      }
      if (is_resized) {
        copy(part(i), View(out));
      }
    }
  }
}

/// Splits into consecutive parts of one size; the last may be smaller.
template <const char* kOp>
ETK_INLINE void split(Context& ctx, const Tensor& self, int64_t split_size, int64_t dim, TensorList outs) {
  const auto copy = faster_or<kOp>(etk::copy);
  const auto d = find_split_dim<kOp>(self, dim, outs);
  ETK_REQUIRE(ctx, d, );
  const int64_t size = self.sizes()[*d];
  ETK_REQUIRE(ctx, split_size > 0 || (split_size == 0 && size == 0), );
  const int64_t count = size > 0 ? (size - 1) / split_size + 1 : 1;
  ETK_REQUIRE(ctx, static_cast<int64_t>(outs.size()) == count, );
  copy_parts(ctx, copy, outs, [&](size_t i) {
    const int64_t start = static_cast<int64_t>(i) * split_size;
    View part(self);
    part.slice(*d, start, size - start < split_size ? size - start : split_size);
    return part;
  });
}

/// Splits into parts of the given sizes.
template <const char* kOp>
ETK_INLINE void split_with_sizes(
    Context& ctx, const Tensor& self, ArrayRef<int64_t> split_sizes, int64_t dim, TensorList outs) {
  const auto copy = faster_or<kOp>(etk::copy);
  const auto d = find_split_dim<kOp>(self, dim, outs);
  ETK_REQUIRE(ctx, d && split_sizes.size() == outs.size(), );
  int64_t left = self.sizes()[*d];
  for (const int64_t size : split_sizes) {
    ETK_REQUIRE(ctx, size >= 0 && size <= left, );
    left -= size;
  }
  ETK_REQUIRE(ctx, left == 0, );
  copy_parts(ctx, copy, outs, [&](size_t i) {
    int64_t start = 0;
    for (size_t before = 0; before < i; ++before) {
      start += split_sizes[before];
    }
    View part(self);
    part.slice(*d, start, split_sizes[i]);
    return part;
  });
}

/// Splits into single indices, and removes the dimension.
template <const char* kOp>
ETK_INLINE void unbind(Context& ctx, const Tensor& self, int64_t dim, TensorList outs) {
  const auto copy = faster_or<kOp>(etk::copy);
  const auto d = find_split_dim<kOp>(self, dim, outs);
  ETK_REQUIRE(ctx, d && outs.size() == static_cast<size_t>(self.sizes()[*d]), );
  copy_parts(ctx, copy, outs, [&](size_t i) {
    View part(self);
    part.remove(*d, static_cast<int64_t>(i));
    return part;
  });
}

}  // namespace etk
