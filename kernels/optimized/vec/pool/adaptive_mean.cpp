// Means of windows that cover a plane. The windows have different sizes, and there are few of them: first the
// rows and then the columns under each window are added up. If the tensors are channels-last, vectors contain
// channels; otherwise they contain lines of the out, which are transposed.
#include "vec/pool/adaptive_mean.h"

#include "vec/base/parallel.h"
#include "vec/base/transpose.h"
#include "vec/pool/pool_channels.h"
#include "vec/pool/pool_lines.h"
#include "vec/reduce/rows.h"

#include <algorithm>

namespace etk::vec {
namespace {

// The number of lines of the out that are computed together, and the maximum number of their columns, and of
// windows, at a time. Wider windows are computed one by one.
constexpr size_t kLines = 16, kSpan = 128;

// The maximum number of rows of several planes that are added at a time.
constexpr size_t kRows = 64;

// Volumes with `channels` interleaved channels; contiguous volumes have one.
struct Images {
  const PoolCall& call;
  size_t channels;
  Array from, out;
  size_t count;                 // of volumes
  size_t depth, height, width;  // of the out
  size_t from_depth, from_height, from_width;

  Images(const PoolCall& call, size_t channels)
      : call(call),
        channels(channels),
        from(PoolCall::array_at(call.from, 0, 0)),
        out(PoolCall::array_at(call.to, 0, 0)) {
    const auto size = [](const View& view, size_t d) { return static_cast<size_t>(view.sizes[d + 2]); };
    depth = size(call.to, kZ), height = size(call.to, kY), width = size(call.to, kX);
    from_depth = size(call.from, kZ), from_height = size(call.from, kY), from_width = size(call.from, kX);
    count = call.to.numel() / (depth * height * width * channels);
  }

  size_t lines() const {
    return count * depth * height;
  }

  // A line of the out, and the address of its source: the first row of the first plane.
  struct Line {
    size_t planes, rows;
    Array from;
  };
  void find(size_t image, size_t z, size_t y, Line& line) const {
    const Part planes = call.part(kZ, z), rows = call.part(kY, y);
    const size_t row = (image * from_depth + planes.first) * from_height + rows.first;
    line.planes = planes.count;
    line.rows = rows.count;
    line.from = from + row * from_width * channels;
  }
  // The elements of a plane of the source, from a column on.
  Array at(const Line& line, size_t plane, size_t x) const {
    return line.from + (plane * from_height * from_width + x) * channels;
  }

  void run_window(const Line& line, size_t x, Array to) const;
  void run_lines(size_t first, size_t lines) const;
  void run_columns(const Line* made_of, size_t first, size_t lines, size_t x, size_t windows) const;
  void add_rows(const Line& line, size_t x, size_t columns, float* to) const;
};

// Computes one window.
void Images::run_window(const Line& line, size_t x, Array to) const {
  const Part columns = call.part(kX, x);
  BlockShape block;
  block.rows = line.rows;
  block.stride = from_width * channels;
  block.n = columns.count;
  block.inner = channels;
  const double scale = 1 / static_cast<double>(line.planes * block.rows * block.n);
  if (line.planes == 1) {
    reduce_blocks(Reduction::kSum, block, at(line, 0, columns.first), scale, to);
    return;
  }
  double total = 0;
  for (size_t plane = 0; plane < line.planes; ++plane) {
    float sum;
    reduce_blocks(Reduction::kSum, block, at(line, plane, columns.first), 1, &sum);
    total += static_cast<double>(sum);
  }
  to.set(static_cast<float>(total * scale));
}

// Computes the means of some columns of a line.
void Images::add_rows(const Line& line, size_t x, size_t columns, float* to) const {
  const size_t planes = line.planes, rows = line.rows;
  const double scale = 1 / static_cast<double>(planes * rows);
  if (planes == 1) {
    reduce_rows(Reduction::kSum, at(line, 0, x), rows, from_width, columns, scale, to);
    return;
  }
  PoolColumns volume{};
  volume.rows = rows;
  volume.row_step = from_width;
  volume.plane_step = from_height * from_width;
  volume.count = columns;
  float some[kSpan];
  // Sums of many rows are computed in several parts.
  const size_t most = std::max(size_t{1}, kRows / rows);
  for (size_t plane = 0; plane < planes; plane += most) {
    volume.from = at(line, plane, x);
    volume.planes = std::min(most, planes - plane);
    sum_columns(volume, some);
    for (size_t j = 0; j < columns; ++j) {
      to[j] = (plane == 0 ? 0 : to[j]) + some[j] * static_cast<float>(scale);
    }
  }
}

// Computes windows of lines of the out that share columns: the columns of each line are reduced to a row, and
// the rows are transposed.
void Images::run_columns(const Line* made_of, size_t first, size_t lines, size_t x, size_t windows) const {
  const size_t start = call.part(kX, x).first, count = call.part(kX, x + windows - 1).end() - start;
  float rows[kLines * kSpan], columns[kSpan * kLines];
  // A line of the same size is already the row.
  if (from_depth == depth && from_height == height && !from.is_narrow()) {
    transpose(at(made_of[0], 0, start).floats(), from_width, count, lines, columns, kLines);
  } else {
    for (size_t i = 0; i < lines; ++i) {
      add_rows(made_of[i], start, count, rows + i * kSpan);
    }
    transpose(rows, kSpan, count, lines, columns, kLines);
  }
  for (size_t i = 0; i < windows; ++i) {
    const Part part = call.part(kX, x + i);
    const float* sums = columns + (part.first - start) * kLines;
    reduce_rows(
        Reduction::kSum, sums, part.count, kLines, lines, 1 / static_cast<double>(part.count),
        rows + i * kLines);
  }
  transpose(rows, kLines, lines, windows, columns, kSpan);
  store_lines(columns, kSpan, lines, windows, out + first * width + x, static_cast<ptrdiff_t>(width));
}

void Images::run_lines(size_t first, size_t lines) const {
  Line made_of[kLines];
  size_t y = first % height, z = first / height % depth, image = first / height / depth;
  for (size_t i = 0; i < lines; ++i) {
    find(image, z, y, made_of[i]);
    if (++y == height) {
      y = 0;
      z = z + 1 == depth ? 0 : z + 1;
      image += z == 0;
    }
  }
  // Windows as wide as the plane are contiguous runs.
  for (size_t i = 0; i < lines && width == 1; ++i) {
    const Line& line = made_of[i];
    const size_t n = line.rows * from_width;
    double sum = 0;
    for (size_t plane = 0; plane < line.planes; ++plane) {
      sum += reduce_row(Reduction::kSum, at(line, plane, 0), n);
    }
    (out + (first + i)).set(static_cast<float>(sum / static_cast<double>(line.planes * n)));
  }
  if (width == 1) {
    return;
  }
  for (size_t x = 0, windows; x < width; x += windows) {
    const size_t start = call.part(kX, x).first;
    for (windows = 0; windows < std::min(kSpan, width - x); ++windows) {
      if (call.part(kX, x + windows).end() - start > kSpan) {
        break;
      }
    }
    if (windows > 0) {
      run_columns(made_of, first, lines, x, windows);
      continue;
    }
    windows = 1;
    for (size_t i = 0; i < lines; ++i) {
      run_window(made_of[i], x, out + ((first + i) * width + x));
    }
  }
}

// Computes windows that are contiguous runs of memory as rows, if all have one size.
bool reduce_runs(const Images& images) {
  const size_t sizes[][2] = {
      {images.from_depth, images.depth},
      {images.from_height, images.height},
      {images.from_width, images.width}};
  RowShape rows;
  rows.outer = images.lines() * images.width;
  rows.inner = images.channels;
  bool ended = false;  // a dimension is not whole
  for (size_t d = 3; d-- > 0;) {
    const size_t from = sizes[d][0], to = sizes[d][1];
    if (from % to != 0 || (ended && from != to)) {
      return false;
    }
    ended = ended || to > 1;
    rows.n *= from / to;
  }
  reduce(Reduction::kSum, rows, images.from, 1 / static_cast<double>(rows.n), images.out);
  return true;
}

void run(const Images& images) {
  const size_t elements = images.from_depth * images.from_height * images.from_width * images.channels;
  const size_t lines = images.lines(), line_cost = elements / (images.depth * images.height) / 2;
  if (images.channels == 1) {
    parallel((lines + kLines - 1) / kLines, kLines * line_cost, [&](size_t begin, size_t end) {
      for (size_t i = begin * kLines; i < std::min(lines, end * kLines); i += kLines) {
        images.run_lines(i, std::min(kLines, lines - i));
      }
    });
    return;
  }
  const size_t width = images.width;
  parallel(lines * width, line_cost / width, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      const size_t line = i / width, plane = line / images.height;
      Images::Line made_of;
      images.find(plane / images.depth, plane % images.depth, line % images.height, made_of);
      images.run_window(made_of, i % width, images.out + i * images.channels);
    }
  });
}

}  // namespace

bool adaptive_mean(const PoolCall& call) {
  const bool planes = is_array(call.from, 0) && is_array(call.to, 0);
  if (!planes && !call.is_last()) {
    return false;
  }
  const Images images(call, planes ? 1 : static_cast<size_t>(call.from.sizes[1]));
  // Small windows, and windows of several planes, are computed directly with vectors of channels.
  constexpr size_t kSmall = 32;
  const size_t rows = call.part(kY, 0).count, columns = call.part(kX, 0).count;
  const bool is_flat = images.depth % images.from_depth == 0;  // else windows may span planes
  if (!planes && (!is_flat || rows * columns <= kSmall)) {
    pool_channels(call);
  } else if (!reduce_runs(images)) {
    run(images);
  }
  return true;
}

}  // namespace etk::vec
