// Copies of views of a tensor: a slice, or its elements with other dimensions.
#pragma once

#include "etk/base/copy.h"
#include "etk/base/faster.h"
#include "etk/move/plain_copy.h"

namespace etk {

/// Sets `out` to a view of self with `copy`. `change` changes a view of the whole tensor, and returns false
/// if that is impossible.
template <const char* kOp, typename Change>
ETK_INLINE Tensor& copy_view(Context& ctx, const Tensor& self, Tensor& out, const Change& change) {
  const auto copy = faster_or<kOp>(etk::copy);
  if constexpr (is_plain_copy<kOp>()) {
    View view(self);
    ETK_REQUIRE(ctx, accepts_plain<kOp>(self) && change(view) && view == out.sizes(), out);
    copy_plain(view, out.mutable_data_ptr());
    return out;
  }
  ETK_REQUIRE(ctx, accepts<kOp>(self) && out.scalar_type() == self.scalar_type(), out);
  View view(self);
  ETK_REQUIRE(ctx, change(view), out);
  return copy_to_out(ctx, view, out, copy);
}

/// Sets `out` to `src`, broadcast to the shape of self and cast to its dtype.
template <const char* kOp>
ETK_INLINE Tensor& copy_into(Context& ctx, const Tensor& self, const Tensor& src, Tensor& out) {
  const auto copy = faster_or<kOp>(etk::copy);
  ETK_REQUIRE(ctx, (accepts<kOp>(self, src)) && out.scalar_type() == self.scalar_type(), out);
  ETK_REQUIRE(ctx, can_copy(src.scalar_type(), out.scalar_type()), out);
  View from(src);
  ETK_REQUIRE(ctx, from.broadcast_to(Shape(self)), out);
  return copy_to_out(ctx, from, out, copy);
}

}  // namespace etk
