// What clamp and hardtanh restrict values to.
#pragma once

#include "etk/dtype.h"

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

/// Restricts a value to two limits that are numbers.
struct Hardtanh {
  template <typename C>
  C operator()(C x, C low, C high) const {
    const C raised = x < low ? low : x;
    return raised > high ? high : raised;
  }

  /// Whether it takes the dtype: not if limits, which an unsigned dtype cannot hold, would wrap around.
  static bool takes(ScalarType dtype, const Scalar& low, const Scalar& high) {
    const bool negative = to<double>(low) < 0 || to<double>(high) < 0;
    return dtype != ScalarType::Bool && (dtype != ScalarType::Byte || !negative);
  }
};

}  // namespace etk
