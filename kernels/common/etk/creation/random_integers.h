// Random integers, of integer and floating-point dtypes.
#pragma once

#include "etk/base/number_checks.h"
#include "etk/base/selected_dtypes.h"
#include "etk/creation/random.h"

namespace etk {

/// Sets `out` to a tensor of this shape with random integers in [low, high).
template <const char* kOp>
Tensor& random_integers(Context& ctx, const Shape& shape, int64_t low, int64_t high, Tensor& out) {
  const ScalarType dtype = out.scalar_type();
  ETK_REQUIRE(ctx, accepts<kOp>(out) && compute_of(dtype) != Compute::kNone && low < high, out);
  ETK_REQUIRE(ctx, can_hold(dtype, low) && can_hold(dtype, high - 1), out);
  // A number can be cast to Bool, or below zero to an unsigned dtype, but is not one of its values.
  const bool is_unsigned = dtype == ScalarType::Bool || dtype == ScalarType::Byte || is_large_unsigned(dtype);
  ETK_REQUIRE(ctx, (!is_unsigned || low >= 0) && (dtype != ScalarType::Bool || high <= 2), out);
  if (resize(ctx, out, shape)) {
    fill_random_integers(out, low, high);
  }
  return out;
}

}  // namespace etk
