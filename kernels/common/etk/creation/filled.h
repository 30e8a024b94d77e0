// Tensors whose elements all have the same value.
#pragma once

#include "etk/base/copy.h"
#include "etk/base/faster.h"
#include "etk/base/number_checks.h"
#include "etk/creation/plain_fill.h"

namespace etk {

/// Sets `out` to the number, using `fill`.
template <const char* kOp>
ETK_INLINE Tensor& set_filled(Context& ctx, ArrayRef<int64_t> size, const Scalar& number, Tensor& out) {
  const auto fill = faster_or<kOp>(etk::fill);
  Shape shape;
  ETK_REQUIRE(ctx, read_shape(size, shape), out);
  ETK_REQUIRE(ctx, accepts<kOp>(out) && can_fill(out.scalar_type(), shape.numel(), number), out);
  if (resize(ctx, out, shape)) {
    fill(View(out), number);
  }
  return out;
}

/// Sets an out with the shape of self to a number.
template <const char* kOp>
ETK_INLINE Tensor& fill_like(Context& ctx, const Tensor& self, const Scalar& number, Tensor& out) {
  const auto fill = faster_or<kOp>(etk::fill);
  const ScalarType dtype = self.scalar_type();
  ETK_REQUIRE(ctx, accepts<kOp>(self) && out.scalar_type() == dtype, out);
  ETK_REQUIRE(ctx, can_fill(dtype, self.numel(), number), out);
  if (resize(ctx, out, Shape(self))) {
    fill(View(out), number);
  }
  return out;
}

/// Sets an out with the shape of self to the number in a 0-d tensor, using `copy`.
template <const char* kOp>
ETK_INLINE Tensor& fill_like(Context& ctx, const Tensor& self, const Tensor& number, Tensor& out) {
  const auto copy = faster_or<kOp>(etk::copy);
  const ScalarType dtype = self.scalar_type(), from = number.scalar_type();
  ETK_REQUIRE(ctx, accepts<kOp>(self, number) && out.scalar_type() == dtype, out);
  ETK_REQUIRE(ctx, compute_of(dtype) != Compute::kNone && compute_of(from) != Compute::kNone, out);
  View view(number);
  ETK_REQUIRE(ctx, view.rank == 0 && view.broadcast_to(Shape(self)), out);
  return copy_to_out(ctx, view, out, copy);
}

/// Sets an out with the shape of self to a number. The memory format is checked; the dtype may differ.
template <const char* kOp>
ETK_INLINE Tensor& set_full_like(
    Context& ctx,
    const Tensor& self,
    const Scalar& number,
    std::optional<executorch::aten::MemoryFormat> memory_format,
    Tensor& out) {
  const auto fill = faster_or<kOp>(etk::fill);
  if constexpr (is_plain_fill<kOp>() && call_facts<kOp>().same_sizes) {
    constexpr Fixed format = fixed_argument<kOp>(2);
    ETK_REQUIRE(ctx, is_contiguous_format(format) || is_valid_format(memory_format, out), out);
    const auto& value = fixed_or<kOp, 1>(number);
    ETK_REQUIRE(ctx, (accepts_plain<kOp>(self, out) && can_fill_plain<kOp, 1>(self.numel(), value)), out);
    fill_plain<kOp>(value, out);
    return out;
  }
  ETK_REQUIRE(ctx, is_valid_format(memory_format, out), out);
  ETK_REQUIRE(ctx, accepts<kOp>(self, out) && can_fill(out.scalar_type(), self.numel(), number), out);
  if (resize(ctx, out, Shape(self))) {
    fill(View(out), number);
  }
  return out;
}

/// Sets a tensor without dimensions to a number, which is argument 0.
template <const char* kOp>
ETK_INLINE Tensor& set_scalar(Context& ctx, const Scalar& number, Tensor& out) {
  if constexpr (is_plain_fill<kOp>()) {
    const auto& value = fixed_or<kOp, 0>(number);
    ETK_REQUIRE(ctx, out.dim() == 0 && (can_fill_plain<kOp, 0>(/*numel=*/1, value)), out);
    fill_plain<kOp>(value, out);
    return out;
  }
  ETK_REQUIRE(ctx, accepts<kOp>(out) && can_fill(out.scalar_type(), /*numel=*/1, number), out);
  if (resize(ctx, out, Shape())) {
    fill(View(out), number);
  }
  return out;
}

}  // namespace etk
