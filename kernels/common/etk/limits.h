// What clamp and hardtanh restrict values to.
#pragma once

#include "etk/creation.h"

namespace etk {

/// Restricts a value to the limits that there are; NaN if one of them is.
struct ClampLimits {
  bool any_low, any_high;

  template <typename C>
  C operator()(C x, C low, C high) const {
    x = any_low && (x < low || low != low) ? low : x;
    return any_high && (x > high || high != high) ? high : x;
  }
};

/// Whether hardtanh takes a limit, which is cut to an integer where the dtype is one.
inline bool is_hardtanh_limit(ScalarType dtype, const Scalar& limit) {
  if (compute_of(dtype) != Compute::kInt) {
    return can_hold(dtype, limit);
  }
  if (dtype == ScalarType::Bool || !can_hold(ScalarType::Long, limit)) {
    return false;
  }
  // One that an unsigned dtype cannot hold would wrap around.
  const auto whole = to<int64_t>(limit);
  return can_hold(dtype, whole) && (whole >= 0 || dtype != ScalarType::Byte);
}

}  // namespace etk
