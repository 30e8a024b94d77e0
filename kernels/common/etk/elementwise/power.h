// Powers of numbers, and the combinations of dtypes that PyTorch supports.
#pragma once

#include "etk/base/number_checks.h"
#include "etk/elementwise/map.h"

#include <cmath>

namespace etk {

struct Power {
  // Integer powers wrap around. With a negative exponent, powers of 1 and -1 are integers; all others are 0.
  int64_t operator()(int64_t base, int64_t exponent) const {
    if (exponent < 0) {
      return base == 1 || (base == -1 && exponent % 2 == 0) ? 1 : base == -1 ? -1 : 0;
    }
    uint64_t result = 1;
    for (uint64_t square = static_cast<uint64_t>(base); exponent != 0; exponent >>= 1, square *= square) {
      result *= exponent & 1 ? square : 1;
    }
    return static_cast<int64_t>(result);
  }
  template <typename C>
  C operator()(C base, C exponent) const {
    return std::pow(base, exponent);
  }
};

/// The square root, or its reciprocal.
struct Root {
  bool is_reciprocal;

  template <typename C>
  C operator()(C x) const {
    return is_reciprocal ? 1 / std::sqrt(x) : std::sqrt(x);
  }
};

inline bool is_integer_number(const Scalar& number, int64_t value) {
  return !number.isFloatingPoint() && to<int64_t>(number) == value;
}

/// Whether a number can be raised to the elements of a tensor. Powers of 1 are valid in every dtype.
inline bool has_powers(const Scalar& self, const Tensor& exponent) {
  const bool is_one = is_integer_number(self, 1) && !self.isBoolean();
  return is_one || is_number(promoted(self, exponent));
}

/// Whether PyTorch computes this power as a square root, which differs from the power for -inf and -0.
inline bool is_root(const Tensor& self, const Scalar& exponent) {
  const ScalarType dtype = promoted(self, exponent);
  return is_floating(dtype) && dtype != ScalarType::Half && std::fabs(to<double>(exponent)) == 0.5;
}

/// Whether the elements of a tensor can be raised to a number.
inline bool has_power(const Tensor& self, const Scalar& exponent) {
  const ScalarType dtype = promoted(self, exponent);
  const bool is_trivial = is_integer_number(exponent, 0) || is_integer_number(exponent, 1);
  // Integers raised to a float are computed in Float, but PyTorch does not check whether Float can represent
  // the exponent.
  const bool is_widened = is_floating(dtype) && !is_floating(self.scalar_type());
  return (is_trivial || is_number(dtype)) && (is_widened || can_hold(dtype, exponent)) &&
         (is_floating(dtype) || to<double>(exponent) >= 0);
}

}  // namespace etk
