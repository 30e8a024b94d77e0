// Output pixels of channels-last convolutions, and the input pixels under the taps of their kernels.
#pragma once

#include "vec/base/parallel.h"
#include "vec/convolution/depthwise.h"
#include "vec/product/epilogue.h"

namespace etk::vec {

/// Adjacent output pixels whose taps have the same offsets, all of them inside the image.
struct ChannelPlaces {
  size_t count;
  const float* from;  // the base of `offsets`, for the first pixel
  size_t step;        // from one pixel to the next
  size_t row;         // taps in a row of the kernel
  size_t tap_count;
  ptrdiff_t offsets[kMostTaps];
  const float* kernels[kMostTaps];
  float* out;

  size_t channels;    // of the out that are computed
  size_t out_step;    // from one pixel of the out to the next
  size_t depth;       // input channels per output channel
  const float* bias;  // or null
  Epilogue epilogue;
  bool slides;  // whether each tap at the next pixel reads the input of the next tap of its row
};

/// An index along a dimension of the out, and its taps that are inside the image.
struct Place {
  int64_t at;  // the index in the image of the first tap
  int64_t first, end;

  Place(const Sizes& sizes, size_t d, int64_t out)
      : at(out * sizes.stride[d] - sizes.padding[d]), first(0), end(sizes.kernel[d]) {
    const int64_t dilation = sizes.dilation[d];
    while (first < end && at + first * dilation < 0) {
      ++first;
    }
    while (end > first && at + (end - 1) * dilation >= sizes.input[d]) {
      --end;
    }
  }

  bool has_taps_of(const Place& other) const {
    return first == other.first && end == other.end;
  }
};

/// Calls `run` for the pixels of a line of the out, which begins at `places.out`. An image has `channels`
/// channels per pixel; kernels are stored tap by tap, with `tap_size` floats each.
template <typename Run>
void for_places(
    const Sizes& sizes,
    const float* image,
    int64_t channels,
    int64_t y,
    const float* kernels,
    size_t tap_size,
    ChannelPlaces& places,
    const Run& run) {
  const Place row(sizes, 0, y);
  float* const line = places.out;
  for (int64_t x = 0; x < sizes.out[1];) {
    const Place column(sizes, 1, x);
    int64_t next = x + 1;
    while (next < sizes.out[1] && Place(sizes, 1, next).has_taps_of(column)) {
      ++next;
    }
    places.tap_count = 0;
    for (int64_t i = row.first; i < row.end; ++i) {
      for (int64_t j = column.first; j < column.end; ++j) {
        const int64_t down = row.at + i * sizes.dilation[0], across = column.at + j * sizes.dilation[1];
        places.offsets[places.tap_count] = (down * sizes.input[1] + across) * channels;
        places.kernels[places.tap_count++] =
            kernels + static_cast<size_t>(i * sizes.kernel[1] + j) * tap_size;
      }
    }
    places.row = static_cast<size_t>(column.end - column.first);
    places.from = image;
    places.count = static_cast<size_t>(next - x);
    places.out = line + static_cast<size_t>(x) * places.out_step;
    run(places);
    x = next;
  }
}

/// Calls `run` for all lines of several images. `start` has the first pixel of the out and the corresponding
/// `from`. `cost` is the cost of a pixel.
template <typename Run>
void for_lines(
    const Sizes& sizes,
    const View& input,
    const View& out,
    const float* kernels,
    size_t tap_size,
    const ChannelPlaces& start,
    size_t cost,
    const Run& run) {
  const auto height = static_cast<size_t>(sizes.out[0]), width = static_cast<size_t>(sizes.out[1]);
  const size_t image = static_cast<size_t>(sizes.input[0] * sizes.input[1] * input.sizes[1]);
  parallel(static_cast<size_t>(out.sizes[0]) * height, width * cost, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      ChannelPlaces places = start;
      places.out += i * width * start.out_step;
      for_places(
          sizes, start.from + i / height * image, input.sizes[1], static_cast<int64_t>(i % height), kernels,
          tap_size, places, run);
    }
  });
}

}  // namespace etk::vec
