// The memory of a convolution by Winograd's algorithm, and how tiles and kernels get there, for one SIMD
// target.

#if defined(ETK_VEC_WINOGRAD_BAND_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_WINOGRAD_BAND_INL_H_
#undef ETK_VEC_WINOGRAD_BAND_INL_H_
#else
#define ETK_VEC_WINOGRAD_BAND_INL_H_
#endif

#include "hwy/highway.h"
#include "vec/convolution/winograd-inl.h"
#include "vec/convolution/winograd_call.h"
#include "vec/product/tile-inl.h"

#include <algorithm>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using winograd::Call, winograd::kPlaces;

// Rows of tiles that are computed together, and what is stored where.
struct Band {
  const Call& call;
  size_t first, rows;  // of tiles

  size_t tiles() const {
    return rows * call.columns();
  }
  size_t panels() const {
    return hwy::DivCeil(tiles(), panel_width());
  }
  // Lines of pixels have the size of whole vectors of tiles.
  size_t line() const {
    return 2 * hwy::RoundUpTo(call.columns(), hn::Lanes(Tag())) + 2;
  }
  size_t lines() const {
    return 2 * rows + 2;
  }
  // Numbers of a place, of one channel: a vector may be stored after the last tile.
  size_t place() const {
    return panels() * panel_width() + hn::Lanes(Tag());
  }

  // The floats that transforming a channel needs; those of all transformed tiles, ordered by panel, place and
  // channel; and those of the transformed kernels of a microkernel's rows, ordered by place, block of
  // channels and kernel.
  size_t channel_size() const {
    return lines() * line() + kPlaces * place();
  }
  size_t tiles_size() const {
    return panels() * kPlaces * call.channels * panel_width();
  }
  size_t kernels_size() const {
    return kPlaces * blocks() * kRows * kRowStride;
  }
  size_t blocks() const {
    return hwy::DivCeil(call.channels, kDepth);
  }
};

// Copies the lines of a channel, with zeros around the image.
HWY_INLINE void copy_lines(const Band& band, size_t channel, float* to) {
  const Call& call = band.call;
  const float* const plane = call.image + static_cast<ptrdiff_t>(channel) * call.plane;
  for (size_t i = 0; i < band.lines(); ++i, to += band.line()) {
    const size_t y = 2 * band.first + i;
    std::memset(to, 0, band.line() * sizeof(float));
    if (y >= call.padding[0] && y - call.padding[0] < call.input[0]) {
      const float* const from = plane + (y - call.padding[0]) * call.input[1];
      std::memcpy(to + call.padding[1], from, call.input[1] * sizeof(float));
    }
  }
}

// Transforms the tiles of a channel. `room` has Band::channel_size() floats.
inline HWY_NOINLINE void transform_channel(const Band& band, size_t channel, float* room, float* to) {
  const size_t lanes = hn::Lanes(Tag()), width = panel_width(), line = band.line(), place = band.place();
  const size_t columns = band.call.columns();
  float* const numbers = room + band.lines() * line;
  copy_lines(band, channel, room);
  for (size_t y = 0; y < band.rows; ++y) {
    // What is stored after the end of a row is replaced by the next one.
    for (size_t x = 0; x < columns; x += lanes) {
      transform_tiles(room + 2 * (y * line + x), line, numbers + y * columns + x, place);
    }
  }
  const size_t panels = band.panels(), tiles = band.tiles();
  for (size_t i = 0; i < kPlaces; ++i) {
    float* const from = numbers + i * place;
    std::fill(from + tiles, from + panels * width, 0.0F);
    for (size_t panel = 0; panel < panels; ++panel) {
      std::copy_n(
          from + panel * width, width, to + ((panel * kPlaces + i) * band.call.channels + channel) * width);
    }
  }
}

// Transforms the kernels from `row` on, as rows of the microkernel. If their number is odd, a row of zeros
// follows.
inline HWY_NOINLINE void transform_rows(const Band& band, size_t row, size_t rows, float* to) {
  constexpr size_t kTaps = 9;
  const size_t lanes = hn::Lanes(Tag()), channels = band.call.channels, blocks = band.blocks();
  HWY_ALIGN float last[kTaps * hn::MaxLanes(Tag())] = {};
  for (size_t i = 0; i < rows; ++i) {
    const float* from = band.call.weights + (row + i) * channels * kTaps;
    for (size_t k = 0; k < channels; k += lanes, from += lanes * kTaps) {
      if (channels - k < lanes) {
        std::copy_n(from, (channels - k) * kTaps, last);
        from = last;
      }
      transform_kernels(
          from, to + (k / kDepth * kRows + i) * kRowStride + k % kDepth, blocks * kRows * kRowStride);
    }
  }
  for (size_t i = 0; rows % 2 != 0 && rows < kRows && i < kPlaces * blocks; ++i) {
    std::fill_n(to + (i * kRows + rows) * kRowStride, kRowStride, 0.0F);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif  // per target
