// A convolution that is computed by Winograd's algorithm, and its sizes.
#pragma once

#include <cstddef>

namespace etk::vec::winograd {

constexpr size_t kTile = 4, kPlaces = kTile * kTile;

// The maximum number of floats of transformed tiles, and the minimum number of tiles and channels: with
// fewer, transforming kernels and tiles takes longer than it saves.
constexpr size_t kMostTiled = size_t{1} << 18, kFewestTiles = 16, kFewestChannels = 24;

/// The images, and the kernels, which are contiguous. The out has `out_stride` floats between images.
struct Call {
  size_t input[2], out[2], padding[2];
  size_t channels, images;
  const float* image;
  ptrdiff_t image_stride, plane;  // between images, and between channels
  ptrdiff_t out_stride;
  const float* weights;

  /// Rows and columns of tiles: each gives two pixels of the out in each direction.
  size_t rows() const {
    return (out[0] + 1) / 2;
  }
  size_t columns() const {
    return (out[1] + 1) / 2;
  }
};

}  // namespace etk::vec::winograd
