// The limits of clamp, hardtanh and logit.
#pragma once

#include "etk/base/call_facts.h"
#include "etk/base/number_checks.h"

namespace etk {

/// Clamps a value to its limits, if they exist; NaN if one of them is NaN.
struct ClampLimits {
  bool any_low, any_high;

  template <typename C>
  C operator()(C x, C low, C high) const {
    x = any_low && (x < low || low != low) ? low : x;
    return any_high && (x > high || high != high) ? high : x;
  }
};

/// Whether hardtanh supports a limit, which is truncated if the dtype is an integer.
inline bool is_hardtanh_limit(ScalarType dtype, const Scalar& limit) {
  if (compute_of(dtype) != Compute::kInt) {
    return can_hold(dtype, limit);
  }
  if (dtype == ScalarType::Bool || !can_hold(ScalarType::Long, limit)) {
    return false;
  }
  // A negative limit would wrap around in an unsigned dtype.
  const auto whole = to<int64_t>(limit);
  return can_hold(dtype, whole) && (whole >= 0 || dtype != ScalarType::Byte);
}

/// Like the above, for argument `kIndex` of an operator, which may be one constant in all calls.
template <const char* kOp, int kIndex>
ETK_INLINE bool is_hardtanh_limit(ScalarType dtype, const Scalar& limit) {
  if constexpr (is_small<kOp, kIndex>() && !selected_dtypes<kOp>().has(ScalarType::Bool)) {
    return true;
  }
  return is_hardtanh_limit(dtype, limit);
}

/// The limits of logit: eps and 1 - eps, rounded to the dtype of the computation.
struct LogitLimits {
  LogitLimits(const Tensor& self, std::optional<double> eps)
      : dtype(is_floating(self.scalar_type()) ? self.scalar_type() : ScalarType::Float),
        fit(!eps || can_hold(dtype, *eps)),
        exist(eps && *eps >= 0),
        low(exist && fit ? rounded(dtype, *eps) : 0),
        high(rounded(dtype, 1 - low)) {}

  ScalarType dtype;
  bool fit, exist;  // a negative eps means no limits
  double low, high;
};

}  // namespace etk
