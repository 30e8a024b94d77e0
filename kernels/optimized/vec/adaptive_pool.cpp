// Means of windows that cover a plane. They differ in size, and their number is small: rows are added up
// first, and then the columns under each window. Where channels are last in memory, vectors are of channels;
// else they are of lines of the out, which are transposed for that.
#include "vec/gemm.h"
#include "vec/layout.h"
#include "vec/parallel.h"
#include "vec/pool.h"
#include "vec/pool_channels.h"
#include "vec/rows.h"

#include <algorithm>

namespace etk::vec {
namespace {

// Lines of the out that are computed together, and the most columns of theirs, and windows, at a time. Wider
// windows are added up by themselves.
constexpr size_t kLines = 16, kSpan = 128;

struct Part {
  size_t first, count;
};

// Images with `channels` at each place: planes are those with one.
struct Images {
  const Pool& pool;
  size_t channels;
  size_t height, width;  // of the out
  size_t from_height, from_width;
  Array from, out;

  Part span(size_t d, size_t at) const {
    const Span part = pool.span(d, static_cast<int64_t>(at));
    return {static_cast<size_t>(part.first), static_cast<size_t>(part.count)};
  }

  // The elements of a line of an image from a column on.
  Array at(size_t image, size_t y, size_t x) const {
    return from + ((image * from_height + y) * from_width + x) * channels;
  }

  void run_window(size_t line, size_t x) const;
  void run_lines(size_t first, size_t lines) const;
  void run_columns(size_t first, size_t lines, size_t x, size_t windows) const;
};

// A window by itself.
void Images::run_window(size_t line, size_t x) const {
  const Part rows = span(0, line % height), columns = span(1, x);
  BlockShape block;
  block.rows = rows.count;
  block.stride = from_width * channels;
  block.n = columns.count;
  block.inner = channels;
  const double scale = 1 / static_cast<double>(rows.count * columns.count);
  const Array start = at(line / height, rows.first, columns.first);
  reduce_blocks(Reduction::kSum, block, start, scale, out + (line * width + x) * channels);
}

// Windows of lines of the out that share columns: those of a line become a row, and the rows columns.
void Images::run_columns(size_t first, size_t lines, size_t x, size_t windows) const {
  const size_t start = span(1, x).first;
  const Part last = span(1, x + windows - 1);
  const size_t count = last.first + last.count - start;
  float rows[kLines * kSpan], columns[kSpan * kLines];
  for (size_t i = 0; i < lines; ++i) {
    const size_t line = first + i;
    const Part part = span(0, line % height);
    const double scale = 1 / static_cast<double>(part.count);
    reduce_rows(
        Reduction::kSum, at(line / height, part.first, start), part.count, from_width, count, scale,
        rows + i * kSpan);
  }
  transpose(rows, kSpan, count, lines, columns, kLines);
  for (size_t i = 0; i < windows; ++i) {
    const Part part = span(1, x + i);
    const float* sums = columns + (part.first - start) * kLines;
    reduce_rows(
        Reduction::kSum, sums, part.count, kLines, lines, 1 / static_cast<double>(part.count),
        rows + i * kLines);
  }
  transpose(rows, kLines, lines, windows, columns, kSpan);
  store_lines(columns, kSpan, lines, windows, out + first * width + x, static_cast<ptrdiff_t>(width));
}

void Images::run_lines(size_t first, size_t lines) const {
  // Windows as wide as the plane are runs.
  for (size_t i = first; i < first + lines && width == 1; ++i) {
    const Part part = span(0, i % height);
    const size_t n = part.count * from_width;
    const double sum = reduce_row(Reduction::kSum, at(i / height, part.first, 0), n);
    (out + i).set(static_cast<float>(sum / static_cast<double>(n)));
  }
  if (width == 1) {
    return;
  }
  for (size_t x = 0, windows; x < width; x += windows) {
    const size_t start = span(1, x).first;
    for (windows = 0; windows < std::min(kSpan, width - x); ++windows) {
      const Part next = span(1, x + windows);
      if (next.first + next.count - start > kSpan) {
        break;
      }
    }
    if (windows > 0) {
      run_columns(first, lines, x, windows);
      continue;
    }
    windows = 1;
    for (size_t i = 0; i < lines; ++i) {
      run_window(first + i, x);
    }
  }
}

// Windows that are runs of memory are rows, if all have one size.
bool reduce_runs(const Images& images, size_t count) {
  if (images.width != 1 || images.from_height % images.height != 0) {
    return false;
  }
  RowShape rows;
  rows.outer = count * images.height;
  rows.n = images.from_height / images.height * images.from_width;
  rows.inner = images.channels;
  reduce(Reduction::kSum, rows, images.from, 1 / static_cast<double>(rows.n), images.out);
  return true;
}

void run(const Images& images, size_t count) {
  const size_t elements = images.from_height * images.from_width * images.channels;
  const size_t lines = count * images.height, line_cost = elements / images.height / 2;
  if (reduce_runs(images, count)) {
    return;
  }
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
      images.run_window(i / width, i % width);
    }
  });
}

}  // namespace

bool adaptive_mean_pool(const Pool& pool, const Tensor& self, Tensor& out) {
  if (!is_single(self.scalar_type()) || out.scalar_type() != self.scalar_type() ||
      !resize(out, pool.shape()) || out.numel() == 0 || self.numel() == 0) {
    return false;
  }
  const View from(self), to(out);
  const bool planes = is_array(from, 0) && is_array(to, 0);
  if (!planes && (from.rank != 4 || !is_channels_last(from) || !is_channels_last(to))) {
    return false;
  }
  // Vectors of channels take a small window at once.
  constexpr int64_t kSmall = 32;
  if (!planes && pool.span(0, 0).count * pool.span(1, 0).count <= kSmall) {
    const PoolMean mean{pool};
    pool_channels({pool, &mean, from, to, nullptr});
    return true;
  }
  const size_t y = from.rank - 2, x = from.rank - 1;
  const auto size = [](const View& view, size_t d) { return static_cast<size_t>(view.sizes[d]); };
  const auto channels = planes ? size_t{1} : size(from, 1);
  const size_t count = from.numel() / (size(from, y) * size(from, x) * channels);
  const Images images{pool,          channels,      size(to, y),    size(to, x),
                      size(from, y), size(from, x), array_of(self), array_of(out)};
  run(images, count);
  return true;
}

}  // namespace etk::vec
