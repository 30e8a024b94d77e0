// How sums of products of integers become integers of a smaller scale.
#pragma once

#include "etk/base/core.h"

#include <cmath>

namespace etk {

/// clamp(round(sum · multiplier) + zero_point, low, high), in this arithmetic: the sum is rounded to Float,
/// the product is one multiplication of Floats, it is clamped, and rounded half to even. Compilers cannot
/// fuse its steps, so that all kernels give the same bits.
struct Requantize {
  const float* multipliers = nullptr;  // finite; one for each channel
  int32_t zero_point = 0;
  float low = 0;  // of the range, less the zero point
  float high = 0;

  /// Reads the out's parameters; false unless -128 <= low <= high <= 127.
  bool read(int64_t zero, int64_t least, int64_t most) {
    zero_point = static_cast<int32_t>(zero);
    low = static_cast<float>(least - zero);
    high = static_cast<float>(most - zero);
    return is_char(zero) && is_char(least) && is_char(most) && least <= most;
  }

  int8_t operator()(int32_t sum, float multiplier) const {
    const float product = static_cast<float>(sum) * multiplier;
    const float bounded = product < low ? low : product > high ? high : product;
    return static_cast<int8_t>(static_cast<int32_t>(std::nearbyint(bounded)) + zero_point);
  }

  static bool is_char(int64_t value) {
    return value >= -128 && value <= 127;
  }
};

}  // namespace etk
