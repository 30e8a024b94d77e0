// Sums over the elements of channels, and their normalization.
#pragma once

#include "vec/base/array.h"

namespace etk::vec {

/// The normalization of each element x of a channel: (x - center) · scale + shift.
struct Affine {
  float center, scale, shift;
};

/// Normalizes n elements of a channel.
void normalize_row(const Affine& affine, Array from, size_t n, Array out);

/// The sums of the differences of elements from a center, and of their squares.
struct Distances {
  double sum = 0, squares = 0;

  void operator+=(const Distances& other) {
    sum += other.sum;
    squares += other.squares;
  }
};

/// The sums over n elements; without a center, the center is 0.
Distances distances_of_row(Array from, size_t n, const float* center);

/// The maximum number of interleaved channels that are processed together.
constexpr size_t kSideBySide = 64;

/// The normalization of some interleaved channels.
struct AffineColumns {
  float center[kSideBySide], scale[kSideBySide], shift[kSideBySide];

  void set(size_t column, const Affine& affine) {
    center[column] = affine.center;
    scale[column] = affine.scale;
    shift[column] = affine.shift;
  }
};

/// Normalizes `rows` rows, `stride` elements apart, with one element of each channel.
void normalize_columns(
    const AffineColumns& affine, Array from, size_t rows, size_t stride, size_t columns, Array out);

/// totals[j] = the sums of channel j.
void find_distances_of_columns(
    Array from, size_t rows, size_t stride, size_t columns, const float* centers, Distances* totals);

}  // namespace etk::vec
