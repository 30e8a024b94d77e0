// What clamp, hardtanh and logit restrict values to.
#pragma once

#include "etk/base/number_checks.h"

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

/// The limits of logit: eps and 1 - eps, as the dtype that it is computed in has them.
struct LogitLimits {
  LogitLimits(const Tensor& self, std::optional<double> eps)
      : dtype(is_floating(self.scalar_type()) ? self.scalar_type() : ScalarType::Float),
        fit(!eps || can_hold(dtype, *eps)),
        exist(eps && *eps >= 0),
        low(exist && fit ? rounded(dtype, *eps) : 0),
        high(rounded(dtype, 1 - low)) {}

  ScalarType dtype;
  bool fit, exist;  // a negative eps is none
  double low, high;
};

}  // namespace etk
