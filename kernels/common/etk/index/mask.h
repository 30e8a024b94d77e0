// Positions of nonzero elements.
#pragma once

#include "etk/base/chunk.h"
#include "etk/base/faster.h"
#include "etk/base/loop.h"

namespace etk {

/// Iterates over views of one shape in the order of their indices, and stops at the nonzero elements of the
/// first view.
class NonZero {
 public:
  /// `along` is the second view; it may be the same as `mask`.
  NonZero(const View& mask, const View& along);

  /// Advances to the next nonzero element; false if there is none.
  bool next();

  /// The number of elements before this one.
  int64_t index() const {
    return index_;
  }
  /// The address of this element in the second view.
  const char* at() const {
    return cursor_.at(1);
  }

 private:
  Loop loop_;
  Cursor cursor_;
  ScalarType dtype_;
  int64_t index_ = -1;
};

/// Sets a row of Longs to the index, in each dimension, of the element with `index` elements before it.
void set_indices(const Shape& shape, int64_t index, char* row, ptrdiff_t stride);

/// Sets `out`, of Long, to the indices of the nonzero elements, one element per row.
void set_nonzero(Context& ctx, const View& view, Tensor& out);

/// Sets `out` to the elements where a mask of the same shape is nonzero, in order.
void select(Context& ctx, const View& from, const View& where, Tensor& out);

/// A faster implementation of nonzero, or null. It returns false, without writing anything, if it does not
/// support the tensors.
using NonZeroFunction = bool (*)(const Tensor& self, Tensor& out);

/// The indices of the nonzero elements, one element per row.
template <const char* kOp>
ETK_INLINE Tensor& nonzero(Context& ctx, const Tensor& self, Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  ETK_REQUIRE(ctx, accepts<kOp>(self, out) && out.scalar_type() == ScalarType::Long, out);
  ETK_REQUIRE(ctx, compute_of(dtype) != Compute::kNone && !is_large_unsigned(dtype), out);
  ETK_REQUIRE(ctx, are_apart(self, out), out);
  if (!try_faster<kOp, NonZeroFunction>(self, out)) {
    set_nonzero(ctx, View(self), out);
  }
  return out;
}

/// A faster implementation of masked_select for views of one shape, or null. It returns false, without
/// writing anything, if it does not support the views.
using SelectFunction = bool (*)(const View& from, const View& where, Tensor& out);

/// The elements where a mask is true, in order.
template <const char* kOp>
ETK_INLINE Tensor& masked_select(Context& ctx, const Tensor& self, const Tensor& mask, Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  ETK_REQUIRE(ctx, accepts<kOp>(self, mask) && out.scalar_type() == dtype, out);
  ETK_REQUIRE(ctx, mask.scalar_type() == ScalarType::Bool && !is_large_unsigned(dtype), out);
  ETK_REQUIRE(ctx, are_apart(mask, out), out);
  Shape shape(self);
  ETK_REQUIRE(ctx, broadcast(shape, Shape(mask)), out);
  View from(self), where(mask);
  from.broadcast_to(shape);
  where.broadcast_to(shape);
  if (!try_faster<kOp, SelectFunction>(from, where, out)) {
    select(ctx, from, where, out);
  }
  return out;
}

}  // namespace etk
