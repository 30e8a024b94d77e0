// Sums of two tensors of Chars with scales of their own.
#pragma once

#include "etk/base/faster.h"
#include "etk/base/loop.h"
#include "etk/quantize/requantize.h"

#include <array>

namespace etk {

/// clamp(round(((a - zero_points[0]) · multipliers[0] + (b - zero_points[1]) · multipliers[1]) / 2^shift) +
/// zero_point). The sums are exact in Float, because multipliers have up to 15 bits.
struct IntegerSum {
  std::array<int32_t, 2> multipliers = {};
  int32_t offset = 0;  // of the zero points
  float scale = 0;     // 2^-shift
  Requantize requantize;

  /// Reads the parameters; false if they are out of range.
  bool read(std::array<int64_t, 2> zero_points, std::array<int64_t, 2> factors, int64_t shift) {
    bool is_valid = shift >= 0 && shift < 64;
    offset = 0;
    for (size_t i = 0; i < 2; ++i) {
      is_valid = is_valid && Requantize::is_char(zero_points[i]) && factors[i] >= 0 && factors[i] < 1 << 15;
      if (is_valid) {
        multipliers[i] = static_cast<int32_t>(factors[i]);
        offset -= static_cast<int32_t>(zero_points[i]) * multipliers[i];
      }
    }
    scale = std::ldexp(1.0f, -static_cast<int>(is_valid ? shift : 0));
    return is_valid;
  }

  int8_t operator()(int8_t a, int8_t b) const {
    return requantize(a * multipliers[0] + b * multipliers[1] + offset, scale);
  }

  /// Computes an out that has the shape of both tensors.
  void run(const Tensor& a, const Tensor& b, Tensor& out) const {
    const View to(out);
    Loop loop(to);
    loop.add(to);
    loop.add(View(a));
    loop.add(View(b));
    loop.simplify();
    for (Cursor cursor(loop); cursor.left(); cursor.step(1)) {
      const auto x = *reinterpret_cast<const int8_t*>(cursor.at(1));
      const auto y = *reinterpret_cast<const int8_t*>(cursor.at(2));
      *reinterpret_cast<int8_t*>(cursor.at(0)) = (*this)(x, y);
    }
  }
};

/// A faster implementation of run; false if it does not support the layouts.
using IntegerSumFunction = bool (*)(const IntegerSum& sum, const Tensor& a, const Tensor& b, Tensor& out);

}  // namespace etk
