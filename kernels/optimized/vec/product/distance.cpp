// Vectors of one tensor are transposed to a panel that is two SIMD vectors wide, so that their distances from
// four vectors of the other tensor are accumulated without horizontal sums. Elements are processed in pieces,
// so that the panel fits on the stack; the partial sums of pieces are combined.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/product/distance.cpp"
#include "vec/base/each_target.h"

#include "vec/base/rows-inl.h"
#include "vec/product/distance-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

// Accumulates differences: sets `to` if `is_first`, else combines with it.
void measure(const DistanceNorm& norm, const DistancePart& part, bool is_first, float* to) {
  with_measure(norm, [&](const auto& measure) HWY_ATTR { measure_part(measure, part, is_first, to); });
}

// out[j] = the distance for the accumulated value from[j], for n values.
void finish_row(const DistanceNorm& norm, const float* from, size_t n, float* out) {
  with_measure(norm, [&](const auto& measure) HWY_ATTR {
    const CappedFloats d;
    const size_t lanes = hn::Lanes(d);
    for (size_t j = 0; j < n; j += lanes) {
      const size_t left = HWY_MIN(lanes, n - j);
      store_part(measure.finish(d, load_part(d, from + j, left)), d, out + j, left);
    }
  });
}

size_t panel_columns() {
  return 2 * hn::Lanes(CappedFloats());
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/base/loop.h"
#include "vec/base/layout.h"
#include "vec/base/parallel.h"
#include "vec/base/transpose.h"
#include "vec/product/distance.h"
#include "vec/product/gemm.h"

#include <algorithm>

namespace etk::vec {

HWY_EXPORT(finish_row);
HWY_EXPORT(measure);
HWY_EXPORT(panel_columns);

namespace {

// All distances between the vectors of two matrices, or of a batch of pairs of matrices.
struct DistanceMatrix {
  size_t batch, rows, columns, depth;
  DistanceNorm norm;

  // Sets sums[row][width] to the accumulated differences of some vectors.
  void measure(VectorsAt from, size_t count, VectorsAt others, size_t n, size_t width, float* sums) const {
    alignas(64) float panel[kPanelDepth * kPanelColumns];
    for (size_t i = 0; i == 0 || i < depth; i += kPanelDepth) {
      const size_t taken = std::min(kPanelDepth, depth - i);
      if (n < width) {
        std::fill_n(panel, taken * width, 0.0f);
      }
      transpose(others.data + i, static_cast<size_t>(others.stride), taken, n, panel, width);
      const DistancePart part{{from.data + i, from.stride}, count, panel, width, taken};
      HWY_DYNAMIC_DISPATCH(measure)(norm, part, i == 0, sums);
    }
  }

  // Calls f(b, row, rows, column, columns, width, sums) for blocks of batch element b, with temporary memory
  // for the sums.
  template <typename F>
  void for_each_block(const F& f) const {
    const size_t width = HWY_DYNAMIC_DISPATCH(panel_columns)();
    const size_t down = (rows + kPanelRows - 1) / kPanelRows, across = (columns + width - 1) / width;
    const size_t cost = std::min(rows, kPanelRows) * std::min(columns, width) * (depth + 2);
    parallel(batch * down * across, cost, [&](size_t begin, size_t end) {
      alignas(64) float sums[kPanelRows * kPanelColumns];
      for (; begin < end; ++begin) {
        const size_t b = begin / (down * across), block = begin % (down * across);
        const size_t row = block % down * kPanelRows, column = block / down * width;
        f(b, row, std::min(kPanelRows, rows - row), column, std::min(width, columns - column), width, sums);
      }
    });
  }

  // Computes n distances of a row from their sums.
  void finish(const float* sums, size_t n, float* out) const {
    HWY_DYNAMIC_DISPATCH(finish_row)(norm, sums, n, out);
  }
};

bool are_floats(const View& view, size_t d) {
  return view.dtype == ScalarType::Float && is_array(view, d);
}

// The vectors from number `first` on; their stride is `stride` bytes.
VectorsAt lines_of(const char* at, ptrdiff_t stride, size_t first) {
  return {
      reinterpret_cast<const float*>(at + static_cast<ptrdiff_t>(first) * stride),
      stride / static_cast<ptrdiff_t>(sizeof(float))};
}

}  // namespace

bool distances(const View& from, const View& other, const View& to, double p) {
  const size_t last = to.rank - 1;
  if (!are_floats(from, from.rank - 1) || !are_floats(other, other.rank - 1) || !are_floats(to, 0)) {
    return false;
  }
  View a = from, b = other;
  Shape shape = to, batch = to;
  shape.sizes[last] = from.sizes[from.rank - 1];
  batch.rank = last - 1;  // the last dimension; each of its indices is a run
  a.broadcast_to(shape);
  b.broadcast_to(shape);
  Loop pairs(batch);
  pairs.add(a);
  pairs.add(b);
  const auto rows = static_cast<size_t>(to.sizes[last - 2]),
             columns = static_cast<size_t>(to.sizes[last - 1]);
  const size_t count = rows * columns > 0 ? to.numel() / (rows * columns) : 0;
  const auto depth = static_cast<size_t>(shape.sizes[last]);
  float* const out = const_cast<float*>(floats_of(to));
  // With few columns, most of a panel would be empty: rows and columns are swapped, unless there are few
  // rows, too.
  const bool swaps = columns < kPanelColumns / 2 && columns < rows;
  const size_t first = swaps ? 1 : 0, second = 1 - first;
  const ptrdiff_t strides[] = {a.strides[last - 2], b.strides[last - 1]};
  const DistanceMatrix all{
      count, swaps ? columns : rows, swaps ? rows : columns, depth, {p, /*skips_nan=*/true}};
  all.for_each_block([&](size_t i, size_t row, size_t m, size_t column, size_t n, size_t width, float* sums) {
    const Cursor pair(pairs, i);
    all.measure(
        lines_of(pair.at(first), strides[first], row), m, lines_of(pair.at(second), strides[second], column),
        n, width, sums);
    for (size_t r = 0; r < m; ++r) {
      float* const line = sums + r * width;
      all.finish(line, n, swaps ? line : out + (i * rows + row + r) * columns + column);
    }
    if (swaps) {
      transpose(sums, width, n, m, out + (i * rows + column) * columns + row, columns);
    }
  });
  return true;
}

bool pair_distances(const View& from, const View& to, double p) {
  if (!are_floats(from, 1) || !are_floats(to, 0)) {
    return false;
  }
  const auto rows = static_cast<size_t>(from.sizes[0]), depth = static_cast<size_t>(from.sizes[1]);
  const DistanceMatrix all{1, rows, rows, depth, {p, /*skips_nan=*/false}};
  float* const out = const_cast<float*>(floats_of(to));
  all.for_each_block([&](size_t, size_t row, size_t m, size_t column, size_t n, size_t width, float* sums) {
    const size_t end = column + n;
    if (end <= row + 1) {
      return;
    }
    all.measure(
        lines_of(from.data, from.strides[0], row), m, lines_of(from.data, from.strides[0], column), n, width,
        sums);
    for (size_t i = row; i < row + m && i + 1 < end; ++i) {
      const size_t first = std::max(i + 1, column);
      // The distances of previous rows: rows - 1 for the first, and one less for each further row.
      const size_t start = i * rows - i * (i + 1) / 2;
      all.finish(sums + (i - row) * width + first - column, end - first, out + start + first - i - 1);
    }
  });
  return true;
}

}  // namespace etk::vec

#endif  // HWY_ONCE
