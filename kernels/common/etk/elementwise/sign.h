// Sign bits of numbers.
#pragma once

#include "etk/elementwise/map.h"

#include <cmath>

namespace etk {

/// Whether a number that was read from a tensor of some dtype has its sign bit set.
class IsNegative {
 public:
  explicit IsNegative(ScalarType dtype) : is_signed_(dtype != ScalarType::UInt64) {}

  template <typename C>
  bool operator()(C x) const {
    if constexpr (std::is_integral_v<C>) {
      return is_signed_ && x < 0;
    } else {
      return std::signbit(x);
    }
  }

 private:
  bool is_signed_;  // the largest numbers of UInt64 are negative as int64_t
};

}  // namespace etk
