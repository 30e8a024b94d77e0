// Quantizing and dequantizing arrays, on the calling thread.
#pragma once

#include "etk/quantize/affine.h"

namespace etk::vec {

/// The numbers of the elements of an array: one of each for all, or for each.
struct RunNumbers {
  const float* factors;  // scales, or their inverses
  const float* zero_points;
  bool are_each;
};

/// Quantizes n elements to integers of 8 or 16 bits, with the inverses of scales; false for others.
bool quantize_run(const float* from, size_t n, const RunNumbers& numbers, const Quantization& how, void* to);

/// Sets `to` to (from - zero_point) · scale for n integers of 8, 16 or 32 bits; false for others.
bool dequantize_run(const void* from, ScalarType dtype, size_t n, const RunNumbers& numbers, float* to);

/// The same with one scale and zero point.
void dequantize_array(ScalarType dtype, const void* from, size_t n, float zero_point, float scale, float* to);

}  // namespace etk::vec
