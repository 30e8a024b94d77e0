// For each line of the out, a pool first reduces the columns under its windows, over rows and planes, and
// then reduces windows along the resulting line. So vectors read lines of the plane directly, without checks
// for the plane's edges: the intermediate line has the padding at its ends. If the stride of windows is
// greater than 2, the elements of that line that one tap reads for adjacent windows are made contiguous.
#include "vec/pool/pool_planes.h"

#include "vec/base/parallel.h"
#include "vec/base/transpose.h"
#include "vec/pool/pool_lines.h"

#include <limits>

namespace etk::vec {
namespace {

// The number of columns of a line, and of columns that vectors may read in excess.
constexpr size_t kLine = 2 * kMostReach, kLineSlack = 64;

// A line of columns, and a copy in which the elements of each tap are contiguous.
struct LineMemory {
  float values[kLine + kMostReach];
  int32_t indices[kLine + kMostReach];
  float tap_values[kLine + kMostReach + kLineSlack];
  int32_t tap_indices[kLine + kMostReach + kLineSlack];
  uint32_t taps[kMostReach];
  float divisors[kLine];
  float results[kLine];  // before they are rounded
};

// `count` windows of a line, from x on.
struct Tile {
  size_t x, count;
  int64_t start, length;  // the first column, and the number of columns
  int64_t begin, end;     // of the columns in the plane
  int64_t step;
  int64_t together;  // the distance of the taps' contiguous elements; 0 without a copy

  Tile(const Window& window, size_t x, size_t count) : x(x), count(count) {
    start = static_cast<int64_t>(x) * window.stride[kX] - window.padding[kX];
    length = static_cast<int64_t>(count - 1) * window.stride[kX] + window.reach(kX);
    const int64_t left = window.input[kX] - start;
    begin = start < 0 ? -start : 0;
    end = length < left ? length : left;
    step = count > 1 ? window.stride[kX] : 1;
    together = step > 2 ? (length - 1) / step + 1 : 0;
  }
};

// Sets the divisors of a tile. Windows inside the plane all have the same.
void set_divisors(const PoolCall& call, const Tile& tile, float* divisors) {
  const Window& window = call.window;
  const int64_t stride = window.stride[kX], inside = window.input[kX] - window.reach(kX);
  const auto all = static_cast<float>(call.mean->divisor ? *call.mean->divisor : window.kernel[kX]);
  for (size_t i = 0; i < tile.count; ++i) {
    const int64_t at = tile.start + static_cast<int64_t>(i) * stride;
    const bool is_inside = 0 <= at && at <= inside;
    divisors[i] = is_inside ? all : static_cast<float>(call.divisor(kX, static_cast<int64_t>(tile.x + i)));
  }
}

// Sets the values that are the same for all lines of a tile.
void prepare(const PoolCall& call, const Tile& tile, LineMemory& line) {
  for (int64_t i = 0; i < tile.length; i = i + 1 == tile.begin ? tile.end : i + 1) {
    if (i < tile.begin || i >= tile.end) {
      line.values[i] = call.mean ? 0 : -std::numeric_limits<float>::infinity();
      line.indices[i] = INT32_MAX;
    }
  }
  if (call.mean) {
    set_divisors(call, tile, line.divisors);
  }
  for (int64_t k = 0; k < call.window.kernel[kX]; ++k) {
    const int64_t at = k * call.window.dilation[kX];
    const int64_t tap = tile.together == 0 ? at : at % tile.step * tile.together + at / tile.step;
    line.taps[k] = static_cast<uint32_t>(tap);
  }
}

// Makes elements of a line whose distance is the stride contiguous, for values or indices: first those of tap
// 0, and so on for all taps.
template <typename T>
const T* bring_together(const Tile& tile, int64_t reach, const T* line, T* to) {
  if (tile.together == 0) {
    return line;
  }
  const int64_t rows = tile.step < reach ? tile.step : reach;
  const auto count = static_cast<size_t>(tile.together);
  transpose(
      reinterpret_cast<const float*>(line), static_cast<size_t>(tile.step), static_cast<size_t>(rows), count,
      reinterpret_cast<float*>(to), count);
  return to;
}

// Computes a tile of all lines of a plane of the out.
void run_tile(
    const PoolCall& call, const Tile& tile, LineMemory& line, const Array& from, int64_t z, Array out) {
  const Window& window = call.window;
  const int64_t width = window.input[kX], plane = window.input[kY] * width, reach = window.reach(kX);
  const Span planes = call.span(kZ, z);
  PoolLine places{};
  places.taps = line.taps;
  places.kernel = static_cast<size_t>(window.kernel[kX]);
  places.step = tile.together == 0 ? static_cast<size_t>(tile.step) : 1;
  places.divisors = line.divisors;
  places.count = tile.count;
  PoolColumns columns{};
  columns.planes = static_cast<size_t>(planes.count);
  columns.plane_step = static_cast<size_t>(planes.step * plane);
  columns.row_step = static_cast<size_t>(window.dilation[kY] * width);
  columns.count = static_cast<size_t>(tile.end - tile.begin);
  for (int64_t y = 0; y < call.output(kY); ++y, out = out + call.output(kX)) {
    const Span rows = call.span(kY, y);
    const int64_t first = planes.first * plane + rows.first * width + tile.start + tile.begin;
    columns.from = from + first;
    columns.rows = static_cast<size_t>(rows.count);
    columns.first = static_cast<int32_t>(first);
    const bool narrow = kHasNarrow && out.is_narrow();
    places.out = narrow ? line.results : out.floats();
    if (call.mean) {
      places.rows = static_cast<float>(call.divisor(kZ, z) * call.divisor(kY, y));
      sum_columns(columns, line.values + tile.begin);
      places.values = bring_together(tile, reach, line.values, line.tap_values);
      mean_line(places);
    } else {
      places.where = call.index_of(out);
      max_columns(columns, line.values + tile.begin, line.indices + tile.begin);
      places.values = bring_together(tile, reach, line.values, line.tap_values);
      places.indices = bring_together(tile, reach, line.indices, line.tap_indices);
      max_line(places);
    }
    if (narrow) {
      store_lines(line.results, 0, 1, tile.count, out, 0);
    }
  }
}

}  // namespace

void pool_planes(const PoolCall& call) {
  const auto size = [&call](size_t d) { return static_cast<size_t>(call.to.sizes[d]); };
  const size_t channels = size(1), depth = size(2), width = size(4), plane = size(3) * width;
  const auto reach = static_cast<size_t>(call.window.reach(kX));
  const size_t most = (kLine - reach) / static_cast<size_t>(call.window.stride[kX]) + 1;
  const auto taps = static_cast<size_t>(call.window.kernel_size());
  parallel(size(0) * channels * depth, plane * taps / 2, [&](size_t begin, size_t end) {
    LineMemory line;
    for (size_t x = 0; x < width; x += most) {
      const Tile tile(call.window, x, width - x < most ? width - x : most);
      prepare(call, tile, line);
      for (size_t i = begin; i < end; ++i) {
        const size_t image = i / depth, z = i % depth;
        const Array from = PoolCall::array_at(call.from, image / channels, image % channels);
        const Array out = PoolCall::array_at(call.to, image / channels, image % channels);
        run_tile(call, tile, line, from, static_cast<int64_t>(z), out + (z * plane + x));
      }
    }
  });
}

}  // namespace etk::vec
