// Tensors whose elements all have the same value.
#pragma once

#include "etk/base/call_facts.h"
#include "etk/base/faster.h"
#include "etk/base/number_checks.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace etk {

/// Whether all calls of an operator fill contiguous tensors of Bool, Long, Float or Double, and there is no
/// faster implementation.
template <const char* kOp>
constexpr bool is_plain_fill() {
  constexpr Facts facts = call_facts<kOp>();
  DtypeSet plain;
  for (const ScalarType dtype : {ScalarType::Bool, ScalarType::Long, ScalarType::Float, ScalarType::Double}) {
    plain.add(dtype);
  }
  return facts.is_static && facts.is_contiguous && !Faster<hash_of(kOp), FillFunction>::kIsRegistered &&
         (selected_dtypes<kOp>() | plain).bits() == plain.bits();
}

/// Fills a tensor of one of these dtypes, which is selected.
template <const char* kOp, typename Number>
ETK_INLINE void fill_plain(const Number& number, Tensor& out) {
  constexpr DtypeSet selected = selected_dtypes<kOp>();
  const ScalarType dtype = out.scalar_type();
  const auto fill_as = [&](auto value) {
    auto* const to = static_cast<decltype(value)*>(out.mutable_data_ptr());
    std::fill(to, to + out.numel(), value);
  };
  if (selected.has(ScalarType::Bool) && dtype == ScalarType::Bool) {
    fill_as(value_of<double>(number) != 0);
  } else if (selected.has(ScalarType::Long) && dtype == ScalarType::Long) {
    fill_as(value_of<int64_t>(number));
  } else if (selected.has(ScalarType::Double) && dtype == ScalarType::Double) {
    fill_as(value_of<double>(number));
  } else if (selected.has(ScalarType::Float)) {
    fill_as(value_of<float>(number));
  }
}

/// `can_fill` for argument `kIndex` of an operator, which calls may have in common.
template <const char* kOp, int kIndex>
ETK_INLINE bool can_fill(ScalarType dtype, size_t numel, const Scalar& number) {
  if constexpr (is_small<kOp, kIndex>()) {
    return true;
  } else if constexpr (only_dtype<kOp>() == ScalarType::Float) {
    const double value = etk::to<double>(number);
    constexpr double largest = std::numeric_limits<float>::max();
    return !(value < -largest || value > largest) || std::isinf(value);
  } else {
    return can_fill(dtype, numel, number);
  }
}

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

/// Whether all calls ask for contiguous tensors, which they have, or for the format that a tensor has.
constexpr bool is_contiguous_format(const Fixed& format) {
  using executorch::aten::MemoryFormat;
  return format.kind == Fixed::kNone ||
         (format.kind == Fixed::kInt && (format.integer == static_cast<int64_t>(MemoryFormat::Contiguous) ||
                                         format.integer == static_cast<int64_t>(MemoryFormat::Preserve)));
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
    ETK_REQUIRE(ctx, (accepts<kOp>(self, out)), out);
    const auto& value = fixed_or<kOp, 1>(number);
    ETK_REQUIRE(ctx, (can_fill<kOp, 1>(out.scalar_type(), self.numel(), value)), out);
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

}  // namespace etk
