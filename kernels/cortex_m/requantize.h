// Conversion of integers from one scale to another, in integer arithmetic: the operations that CMSIS-NN, and
// the exporter's arithmetic in Python, define for microcontrollers without floating-point units.
#pragma once

#include "etk/base/core.h"

#include <cstdint>
#include <initializer_list>

namespace etk {

/// Whether all numbers fit int32, in which the operators compute.
inline bool are_int32(std::initializer_list<int64_t> numbers) {
  for (const int64_t number : numbers) {
    if (number < INT32_MIN || number > INT32_MAX) {
      return false;
    }
  }
  return true;
}

/// Sums, products and shifts wrap around, like those of int32 tensors.
inline int32_t wrapped(uint64_t number) {
  return static_cast<int32_t>(static_cast<uint32_t>(number));
}

/// x · multiplier · 2^(shift - 31), rounded to an integer. Rounds half up when the product loses 31 bits;
/// then rounds half away from 0 if a negative shift removes more bits.
struct Requantize {
  int64_t multiplier;
  int64_t shift;

  bool is_valid() const {
    return are_int32({multiplier}) && shift >= -63 && shift <= 31;
  }

  int32_t operator()(int32_t x) const {
    const uint64_t left = static_cast<uint64_t>(int64_t{x}) << (shift > 0 ? shift : 0);
    const uint64_t product = left * static_cast<uint64_t>(multiplier) + (uint64_t{1} << 30);
    int64_t result = static_cast<int64_t>(product) >> 31;
    if (shift < 0) {
      const uint64_t mask = (uint64_t{1} << -shift) - 1;
      const uint64_t remainder = static_cast<uint64_t>(result) & mask;
      result >>= -shift;
      result += remainder > (mask >> 1) + (result < 0) ? 1 : 0;
    }
    return wrapped(static_cast<uint64_t>(result));
  }
};

/// a · b, rounded before it is added to anything: it passes through memory, so that the compiler does not use
/// a fused multiply-add.
inline float rounded_product(float a, float b) {
  const volatile float rounded = a * b;
  return rounded;
}

/// The conversion of results after requantization: `zero_point` is added, and the sum is clamped to int8's
/// range or a smaller one.
struct QuantizedResult {
  int64_t zero_point;
  int64_t low = INT8_MIN;
  int64_t high = INT8_MAX;

  bool is_valid() const {
    return are_int32({zero_point}) && low >= INT8_MIN && low <= INT8_MAX && high >= INT8_MIN &&
           high <= INT8_MAX;
  }

  int8_t operator()(int32_t x) const {
    const int64_t y = wrapped(static_cast<uint64_t>(x + zero_point));
    const int64_t bounded = y < low ? low : y;
    return static_cast<int8_t>(bounded > high ? high : bounded);
  }
};

}  // namespace etk
