// A tile of 4 x 4 pixels gives 2 x 2 pixels of the out. Tiles and kernels are transformed to 16 numbers, the
// places of a tile. For each place, the sums over the channels are a product of matrices: kernels times
// tiles. The transformed sums of 16 places give the pixels.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/convolution/winograd.cpp"
#include "vec/base/each_target.h"

#include "vec/base/parallel.h"
#include "vec/convolution/winograd.h"  // IWYU pragma: associated
#include "vec/product/tile-inl.h"

#include <executorch/runtime/kernel/kernel_runtime_context.h>

#include <atomic>
#include <cstring>

#ifndef ETK_VEC_WINOGRAD_SIZES_
#define ETK_VEC_WINOGRAD_SIZES_

namespace etk::vec::winograd {

constexpr size_t kTile = 4, kPlaces = kTile * kTile;

// The maximum number of floats of transformed tiles, and the minimum number of tiles and channels: with
// fewer, transforming kernels and tiles takes longer than it saves.
constexpr size_t kMostTiled = size_t{1} << 18, kFewestTiles = 16, kFewestChannels = 24;

// The maximum number of threads that have their own memory.
constexpr size_t kMostShares = 8;

// A convolution of one image.
struct Call {
  size_t input[2], out[2], padding[2];
  size_t channels, kernels;
  const float* image;
  size_t plane;  // the distance of channels
  const float* weights;

  size_t rows() const {
    return (out[0] + 1) / 2;
  }
  size_t columns() const {
    return (out[1] + 1) / 2;
  }
};

}  // namespace etk::vec::winograd

#endif  // ETK_VEC_WINOGRAD_SIZES_

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using winograd::Call, winograd::kPlaces, winograd::kTile;

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
void copy_lines(const Band& band, size_t channel, float* to) {
  const Call& call = band.call;
  const float* const plane = call.image + channel * call.plane;
  for (size_t i = 0; i < band.lines(); ++i, to += band.line()) {
    const size_t y = 2 * band.first + i;
    std::memset(to, 0, band.line() * sizeof(float));
    if (y >= call.padding[0] && y - call.padding[0] < call.input[0]) {
      const float* const from = plane + (y - call.padding[0]) * call.input[1];
      std::memcpy(to + call.padding[1], from, call.input[1] * sizeof(float));
    }
  }
}

// Bᵀ · (a, b, c, e), stored at the distance of a row of places.
HWY_INLINE void put_column(V a, V b, V c, V e, float* to, size_t place) {
  const Tag d;
  hn::StoreU(hn::Sub(a, c), d, to);
  hn::StoreU(hn::Add(b, c), d, to + kTile * place);
  hn::StoreU(hn::Sub(c, b), d, to + 2 * kTile * place);
  hn::StoreU(hn::Sub(b, e), d, to + 3 * kTile * place);
}

// The four columns of a row of a vector of tiles: each tile begins two pixels after the previous one.
HWY_INLINE void load_row(const float* from, V& a, V& b, V& c, V& e) {
  const Tag d;
  hn::LoadInterleaved2(d, from, a, b);
  hn::LoadInterleaved2(d, from + 2, c, e);
}

// Bᵀ · tile · B for a vector of tiles.
HWY_INLINE void transform_tiles(const float* from, size_t line, float* to, size_t place) {
  V a0, b0, c0, e0, a1, b1, c1, e1, a2, b2, c2, e2, a3, b3, c3, e3;
  load_row(from, a0, b0, c0, e0);
  load_row(from + line, a1, b1, c1, e1);
  load_row(from + 2 * line, a2, b2, c2, e2);
  load_row(from + 3 * line, a3, b3, c3, e3);
  put_column(hn::Sub(a0, c0), hn::Sub(a1, c1), hn::Sub(a2, c2), hn::Sub(a3, c3), to, place);
  put_column(hn::Add(b0, c0), hn::Add(b1, c1), hn::Add(b2, c2), hn::Add(b3, c3), to + place, place);
  put_column(hn::Sub(c0, b0), hn::Sub(c1, b1), hn::Sub(c2, b2), hn::Sub(c3, b3), to + 2 * place, place);
  put_column(hn::Sub(b0, e0), hn::Sub(b1, e1), hn::Sub(b2, e2), hn::Sub(b3, e3), to + 3 * place, place);
}

// Transforms the tiles of a channel. `room` has Band::channel_size() floats.
void transform_channel(const Band& band, size_t channel, float* room, float* to) {
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

// G · (a, b, c), of which the first and the last are a and c.
HWY_INLINE void transform_weights(V a, V b, V c, V& second, V& third) {
  const V half = hn::Set(Tag(), 0.5F), ends = hn::Add(a, c);
  second = hn::Mul(half, hn::Add(ends, b));
  third = hn::Mul(half, hn::Sub(ends, b));
}

// G · kernel · Gᵀ for a vector of channels.
HWY_INLINE void transform_kernels(const float* from, float* to, size_t place) {
  const Tag d;
  const size_t lanes = hn::Lanes(d);
  HWY_ALIGN float columns[kTile][3 * hn::MaxLanes(Tag())];
  V a, b, c, second, third;
  for (size_t i = 0; i < 3 * lanes; i += lanes) {
    hn::LoadInterleaved3(d, from + 3 * i, a, b, c);
    transform_weights(a, b, c, second, third);
    hn::Store(a, d, columns[0] + i);
    hn::Store(second, d, columns[1] + i);
    hn::Store(third, d, columns[2] + i);
    hn::Store(c, d, columns[3] + i);
  }
  for (size_t j = 0; j < kTile; ++j, to += place) {
    hn::LoadInterleaved3(d, columns[j], a, b, c);
    transform_weights(a, b, c, second, third);
    hn::StoreU(a, d, to);
    hn::StoreU(second, d, to + kTile * place);
    hn::StoreU(third, d, to + 2 * kTile * place);
    hn::StoreU(c, d, to + 3 * kTile * place);
  }
}

// Transforms the kernels from `row` on, as rows of the microkernel. If their number is odd, a row of zeros
// follows.
void transform_rows(const Band& band, size_t row, size_t rows, float* to) {
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

// The sums of a vector of tiles at a column of places, times Aᵀ.
HWY_INLINE void finish_column(const float* sums, size_t place, V& above, V& below) {
  const Tag d;
  const V second = hn::LoadU(d, sums + kTile * place), third = hn::LoadU(d, sums + 2 * kTile * place);
  above = hn::Add(hn::LoadU(d, sums), hn::Add(second, third));
  below = hn::Sub(hn::Sub(second, third), hn::LoadU(d, sums + 3 * kTile * place));
}

// The two pixels of a line of each of a vector of tiles. Returns `check`, or NaN where a pixel is not finite.
HWY_INLINE V finish_line(V a, V b, V c, V e, V check, float* to) {
  const Tag d;
  const V left = hn::Add(a, hn::Add(b, c)), right = hn::Sub(hn::Sub(b, c), e), zero = hn::Zero(d);
  hn::StoreInterleaved2(left, right, d, to);
  return hn::MulAdd(left, zero, hn::MulAdd(right, zero, check));
}

// Aᵀ · sums · A for some vectors of tiles.
HWY_INLINE V
finish_tiles(const float* sums, size_t place, size_t columns, V check, float* above, float* below) {
  const size_t lanes = hn::Lanes(Tag());
  for (size_t j = 0; j < columns; j += lanes) {
    V a, b, c, e, f, g, h, i;
    finish_column(sums + j, place, a, f);
    finish_column(sums + j + place, place, b, g);
    finish_column(sums + j + 2 * place, place, c, h);
    finish_column(sums + j + 3 * place, place, e, i);
    check = finish_line(a, b, c, e, check, above + 2 * j);
    check = finish_line(f, g, h, i, check, below + 2 * j);
  }
  return check;
}

// Stores the two lines of each tile of a panel, without what is outside of the out.
void store_panel(
    const Band& band,
    const FloatProduct& p,
    size_t panel,
    size_t row,
    size_t rows,
    const float* above,
    const float* below) {
  const size_t width = panel_width(), height = band.call.out[0], length = band.call.out[1];
  const size_t columns = band.call.columns(), end = HWY_MIN(band.tiles(), (panel + 1) * width);
  for (size_t tile = panel * width; tile < end;) {
    const size_t x = tile % columns, y = 2 * (band.first + tile / columns);
    const size_t count = HWY_MIN(end - tile, columns - x), from = 2 * (tile - panel * width);
    const size_t pixels = HWY_MIN(2 * count, length - 2 * x), to = y * length + 2 * x;
    store_tile(p, above + from, 2 * width, row, rows, to, pixels, /*first=*/true, /*last=*/true);
    if (y + 1 < height) {
      store_tile(p, below + from, 2 * width, row, rows, to + length, pixels, /*first=*/true, /*last=*/true);
    }
    tile += count;
  }
}

// Adds the sums of a block of channels.
void add_tile(const float* tile, size_t rows, size_t width, size_t columns, float* to) {
  for (size_t i = 0; i < rows * width; i += width) {
    for (size_t j = i; j < i + columns; ++j) {
      to[j] += tile[j];
    }
  }
}

// Computes some output channels of a band. False if a sum is not finite.
bool run_rows(
    const Band& band,
    const FloatProduct& p,
    size_t row,
    size_t rows,
    const float* kernels,
    const float* tiles) {
  constexpr size_t kLanes = hn::MaxLanes(Tag()), kMostSums = kRows * kVectors * kLanes;
  HWY_ALIGN float sums[kPlaces * kMostSums], tile[kMostSums];
  HWY_ALIGN float above[2 * kMostSums + kLanes], below[2 * kMostSums + kLanes];
  const size_t lanes = hn::Lanes(Tag()), width = panel_width(), place = kRows * width;
  const size_t channels = band.call.channels;
  ptrdiff_t offsets[kDepth];
  for (size_t k = 0; k < kDepth; ++k) {
    offsets[k] = static_cast<ptrdiff_t>(k * width);
  }
  V check = hn::Zero(Tag());
  for (size_t panel = 0; panel < band.panels(); ++panel) {
    const size_t columns = HWY_MIN(width, band.tiles() - panel * width);
    const TileFunction run = columns > lanes ? tile_function<kVectors>(rows) : tile_function<1>(rows);
    const float* a = kernels;
    for (size_t i = 0; i < kPlaces; ++i) {
      float* const to = sums + i * place;
      for (size_t k = 0; k < channels; k += kDepth, a += kRows * kRowStride) {
        const size_t depth = HWY_MIN(kDepth, channels - k);
        const float* const next = tiles + depth * width;
        run(a, tiles, offsets, depth, k == 0 ? to : tile, {next, ptrdiff_t{kDepth}}, {});
        if (k > 0) {
          add_tile(tile, rows, width, columns, to);
        }
        tiles = next;
      }
    }
    for (size_t i = 0; i < rows; ++i) {
      const size_t line = 2 * i * width;
      check = finish_tiles(sums + i * width, place, columns, check, above + line, below + line);
    }
    store_panel(band, p, panel, row, rows, above, below);
  }
  const size_t length = band.call.out[1], begin = 2 * band.first * length;
  const size_t end = HWY_MIN(2 * (band.first + band.rows), band.call.out[0]) * length;
  activate(p, row, rows, begin, end - begin);
  return hn::AllTrue(Tag(), hn::Eq(check, hn::Zero(Tag())));
}

// Computes a band. `memory` has a part for each of `shares` threads after the transformed tiles.
bool run_band(const Band& band, const FloatProduct& p, float* memory, size_t shares, size_t share) {
  const Call& call = band.call;
  float* const tiles = memory + shares * share;
  const size_t width = panel_width(), work = kPlaces * band.panels() * width;
  parallel_items(call.channels, shares, work / 4, [&](size_t i, size_t part, bool) HWY_ATTR {
    transform_channel(band, i, memory + part * share, tiles);
  });
  std::atomic<bool> is_finite{true};
  const size_t count = hwy::DivCeil(p.m, kRows);
  parallel_items(count, shares, work * call.channels * kRows / 32, [&](size_t i, size_t part, bool) HWY_ATTR {
    const size_t row = row_of_tile(i, count, p.m), rows = row_of_tile(i + 1, count, p.m) - row;
    float* const kernels = memory + part * share;
    transform_rows(band, row, rows, kernels);
    if (!run_rows(band, p, row, rows, kernels, tiles)) {
      is_finite = false;
    }
  });
  return is_finite;
}

bool convolve_call(Context& ctx, const Call& call, const FloatProduct& p) {
  const size_t room = winograd::kMostTiled / (kPlaces * call.channels), width = panel_width();
  const size_t most = room / width * width / call.columns();  // rows of tiles
  if (most == 0) {
    return false;
  }
  const size_t bands = hwy::DivCeil(call.rows(), most);
  const Band whole{call, 0, hwy::DivCeil(call.rows(), bands)};
  const size_t shares = parts_for(winograd::kMostShares, winograd::kMostShares);
  const size_t share = hwy::RoundUpTo(HWY_MAX(whole.channel_size(), whole.kernels_size()), 16);
  const auto memory = ctx.allocate_temp((shares * share + whole.tiles_size()) * sizeof(float), 64);
  if (!memory.ok()) {
    return false;
  }
  bool is_finite = true;
  for (size_t first = 0; is_finite && first < call.rows(); first += whole.rows) {
    const Band band{call, first, HWY_MIN(whole.rows, call.rows() - first)};
    is_finite = run_band(band, p, static_cast<float*>(*memory), shares, share);
  }
  return is_finite;
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace etk::vec {

HWY_EXPORT(convolve_call);

bool convolve_tiles(
    Context& ctx,
    const Convolution& convolution,
    const View& input,
    const View& weight,
    const View* bias,
    const View& out,
    const Epilogue& epilogue) {
  const Window& window = convolution.window();
  if (window.rank != 2 || convolution.groups() != 1 || !is_array(input, 2) || !is_array(weight, 1) ||
      !is_array(out, 2)) {
    return false;
  }
  winograd::Call call;
  for (size_t d = 0; d < 2; ++d) {
    if (window.kernel[d] != 3 || window.stride[d] != 1 || window.dilation[d] != 1) {
      return false;
    }
    call.input[d] = static_cast<size_t>(window.input[d]);
    call.padding[d] = static_cast<size_t>(window.padding[d]);
    call.out[d] = static_cast<size_t>(out.sizes[d + 2]);
  }
  call.channels = static_cast<size_t>(weight.sizes[1]);
  call.plane = static_cast<size_t>(stride_of(input, 1));
  call.weights = floats_of(weight);
  if (call.rows() * call.columns() < winograd::kFewestTiles || call.channels < winograd::kFewestChannels ||
      out.sizes[1] < static_cast<int64_t>(winograd::kFewestChannels)) {
    return false;
  }
  const FloatMatrix none{floats_of(weight), 1, 1};
  const LeftMatrix left(none);
  const RightMatrix right(none);
  FloatProduct product{left, right};
  product.m = static_cast<size_t>(out.sizes[1]);
  product.out_stride = stride_of(out, 1);
  product.bias = bias ? floats_of(*bias) : nullptr;
  product.bias_strides[0] = bias ? stride_of(*bias, 0) : 0;
  product.epilogue = epilogue;
  for (int64_t i = 0; i < input.sizes[0]; ++i) {
    call.image = floats_of(input) + i * stride_of(input, 0);
    product.out = const_cast<float*>(floats_of(out)) + i * stride_of(out, 0);
    if (!HWY_DYNAMIC_DISPATCH(convolve_call)(ctx, call, product)) {
      return false;
    }
  }
  return true;
}

}  // namespace etk::vec

#endif  // HWY_ONCE
