// Places of a grid that are sampled at once.
#pragma once

#include "etk/image/grid.h"

#include <cstddef>
#include <cstdint>

namespace etk::vec {

// Taps of all places that are sampled at once: so many that what a channel is read for comes from a near
// cache, and so few that they do, too.
constexpr size_t kGridTaps = 1024;

// Some places. Strides count floats.
struct GridPart {
  const float* image;
  size_t channels;
  ptrdiff_t image_channel, image_row;
  float height, width;
  const float* places;  // x and y of each
  float* out;
  ptrdiff_t out_channel;
  size_t count;  // no more than kGridTaps / taps_of(mode)
  int64_t mode, padding;
  bool align_corners;
};

// Pixels that a place is interpolated between.
inline size_t taps_of(int64_t mode) {
  return mode == kNearest ? 1 : mode == kBilinear ? 4 : 16;
}

// Sets pixels to those at n offsets. Compiled for no target, as compilers see a gather there, which takes
// processors longer than its parts.
void read_pixels(const float* image, const int32_t* offsets, size_t n, float* pixels);

}  // namespace etk::vec
