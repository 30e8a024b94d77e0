// The elements of channels: what they add up to, and what they are normalized to.
#pragma once

#include "vec/base/array.h"

namespace etk::vec {

/// What each element x of a channel becomes: (x - center) · scale + shift.
struct Affine {
  float center, scale, shift;
};

/// Sets n elements of a channel.
void normalize_row(const Affine& affine, Array from, size_t n, Array out);

/// What elements differ from a center, and the squares of that, added up.
struct Distances {
  double sum = 0, squares = 0;

  void operator+=(const Distances& other) {
    sum += other.sum;
    squares += other.squares;
  }
};

/// Those of n elements; without a center, their sum.
Distances distances_of_row(Array from, size_t n, const float* center);

/// The most channels that are taken together where they lie side by side.
constexpr size_t kSideBySide = 64;

/// What becomes of some channels side by side.
struct AffineColumns {
  float center[kSideBySide], scale[kSideBySide], shift[kSideBySide];

  void set(size_t column, const Affine& affine) {
    center[column] = affine.center;
    scale[column] = affine.scale;
    shift[column] = affine.shift;
  }
};

/// Sets `rows` rows, `stride` elements apart, which have one element of each channel.
void normalize_columns(
    const AffineColumns& affine, Array from, size_t rows, size_t stride, size_t columns, Array out);

/// totals[j] = those of each of some channels.
void find_distances_of_columns(
    Array from, size_t rows, size_t stride, size_t columns, const float* centers, Distances* totals);

}  // namespace etk::vec
