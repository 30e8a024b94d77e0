// A part of the positions of a grid.
#pragma once

#include "etk/image/grid.h"

#include <cstddef>
#include <cstdint>

namespace etk::vec {

// The number of taps of a part: large enough that the part of a channel that they read comes from a near
// cache, and small enough that the taps themselves fit it.
constexpr size_t kGridTaps = 1024;

// Some positions. Strides count floats. Either the pixels of a channel are contiguous, or the channels of a
// pixel.
struct GridPart {
  const float* image;
  size_t channels;
  ptrdiff_t image_channel, image_pixel;
  float height, width;
  const float* places;  // x and y of each position
  float* out;
  ptrdiff_t out_channel, out_pixel;
  size_t count;  // at most kGridTaps / taps_of(mode)
  int64_t mode, padding;
  bool align_corners;
};

// The number of pixels from which a position is interpolated.
constexpr size_t kBicubicTaps = 16;
inline size_t taps_of(int64_t mode) {
  return mode == kNearest ? 1 : mode == kBilinear ? 4 : kBicubicTaps;
}

// The number of them in a row, and of their rows.
inline size_t side_of(size_t taps) {
  return taps == 1 ? 1 : taps == 4 ? 2 : 4;
}

// Sets pixels to the elements at n offsets. Not compiled for SIMD targets, because compilers would use gather
// instructions, which are slower than scalar loads.
void read_pixels(const float* image, const int32_t* offsets, size_t n, float* pixels);

}  // namespace etk::vec
