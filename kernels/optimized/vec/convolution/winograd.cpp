// A tile of 4 x 4 pixels gives 2 x 2 pixels of the out. Tiles and kernels are transformed to 16 numbers, the
// places of a tile. For each place, the sums over the channels are a product of matrices: kernels times
// tiles. The transformed sums of 16 places give the pixels.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/convolution/winograd.cpp"
#include "vec/base/each_target.h"

#include "vec/base/parallel.h"
#include "vec/convolution/winograd.h"  // IWYU pragma: associated
#include "vec/convolution/winograd_band-inl.h"
#include "vec/product/store_tile-inl.h"

#include <executorch/runtime/kernel/kernel_runtime_context.h>

#include <atomic>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using winograd::Call, winograd::kPlaces;

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

// Temporary memory: `count` shares of `size` floats, one for each thread, and the transformed tiles.
struct Room {
  float* shares;
  size_t count, size;

  float* tiles() const {
    return shares + count * size;
  }
};

// Computes a band. If there are several shares, threads divide it.
bool run_band(const Band& band, const FloatProduct& p, const Room& room) {
  const size_t channels = band.call.channels, width = panel_width(), work = kPlaces * band.panels() * width;
  const size_t count = hwy::DivCeil(p.m, kRows);
  float* const tiles = room.tiles();
  parallel_items(channels, room.count, work / 4, [&](size_t i, size_t part) HWY_ATTR {
    transform_channel(band, i, room.shares + part * room.size, tiles);
  });
  std::atomic<bool> is_finite{true};
  parallel_items(count, room.count, work * channels * kRows / 32, [&](size_t i, size_t part) HWY_ATTR {
    const size_t row = row_of_tile(i, count, p.m), rows = row_of_tile(i + 1, count, p.m) - row;
    float* const kernels = room.shares + part * room.size;
    transform_rows(band, row, rows, kernels);
    if (!run_rows(band, p, row, rows, kernels, tiles)) {
      is_finite = false;
    }
  });
  return is_finite;
}

bool run_call(Context& ctx, const Call& call, const FloatProduct& product) {
  const size_t most_tiles = winograd::kMostTiled / (kPlaces * call.channels), width = panel_width();
  const size_t most = most_tiles / width * width / call.columns();  // rows of tiles
  if (most == 0) {
    return false;
  }
  // Each thread computes its own bands if they have many tiles: reading tiles that another processor has
  // transformed takes as long as multiplying them, but each band transforms all kernels.
  constexpr size_t kManyTiles = 64;
  const size_t threads = thread_count(), least = hwy::DivCeil(call.rows(), most);
  const bool are_many = call.rows() * call.columns() >= threads * kManyTiles;
  const size_t wanted = are_many ? HWY_MIN(hwy::RoundUpTo(least, threads), call.rows()) : least;
  const Band largest{call, 0, hwy::DivCeil(call.rows(), wanted)};
  const size_t bands = hwy::DivCeil(call.rows(), largest.rows), items = call.images * bands;
  const size_t parts = memories_for_all(items);
  Room room;
  room.count = parts > 1 ? 1 : memories_for(call.channels);
  room.size = separate_floats(HWY_MAX(largest.channel_size(), largest.kernels_size()));
  const size_t floats = separate_floats(room.count * room.size + largest.tiles_size());
  const auto memory = ctx.allocate_temp(parts * floats * sizeof(float), 64);
  if (!memory.ok()) {
    return false;
  }
  std::atomic<bool> is_finite{true};
  const size_t cost = kPlaces * largest.tiles() * call.channels * product.m / 32;
  parallel_items(items, parts, cost, [&](size_t i, size_t part) HWY_ATTR {
    const auto image = static_cast<ptrdiff_t>(i / bands);
    Call one = call;
    one.image += image * call.image_stride;
    FloatProduct p = product;
    p.out += image * call.out_stride;
    const size_t first = i % bands * largest.rows;
    const Band band{one, first, HWY_MIN(largest.rows, call.rows() - first)};
    Room own = room;
    own.shares = static_cast<float*>(*memory) + part * floats;
    if (is_finite && !run_band(band, p, own)) {
      is_finite = false;
    }
  });
  return is_finite;
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace etk::vec {

HWY_EXPORT(run_call);

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
  call.images = static_cast<size_t>(input.sizes[0]);
  call.image = floats_of(input);
  call.image_stride = stride_of(input, 0);
  call.plane = stride_of(input, 1);
  call.out_stride = stride_of(out, 0);
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
  product.out = const_cast<float*>(floats_of(out));
  return HWY_DYNAMIC_DISPATCH(run_call)(ctx, call, product);
}

}  // namespace etk::vec

#endif  // HWY_ONCE
