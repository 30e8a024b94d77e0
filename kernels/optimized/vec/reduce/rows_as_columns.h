// Rows so short that vectors would have few of their elements, or wait for few sums: some are transposed, so
// that a vector has one element of each of as many rows, and what is computed of columns serves them.
#pragma once

#include "vec/reduce/rows.h"

namespace etk::vec {

/// The longest such rows, and the least number of them.
constexpr size_t kShortRow = 64, kFewRows = 16;

/// As few rows side by side fill no vector either.
constexpr size_t kFewColumns = 8;

/// Floats that are transposed at a time.
constexpr size_t kShortBlock = 4096;

/// Whether rows are so short, or so few of them side by side that these are taken for one.
inline bool are_short(const RowShape& rows, Array from) {
  const size_t most = rows.inner == 1 ? kShortRow : rows.inner <= kFewColumns ? kShortBlock / kFewRows : 0;
  return rows.n * rows.inner <= most && rows.outer >= kFewRows && !from.is_narrow();
}

/// to[i · stride + j] = element i of row j, of rows of n elements.
void to_columns(const float* rows, size_t n, size_t count, float* to, size_t stride);

/// The reverse of that.
void to_rows(const float* columns, size_t stride, size_t n, size_t count, float* to);

/// Calls f(columns, stride, first, count) for blocks of rows, of at most kColumns, from number `first` on, as
/// the columns that they are then. `cost` is that of an element.
template <typename F>
void parallel_short_rows(const RowShape& rows, size_t cost, const float* from, const F& f) {
  const size_t size = rows.n * rows.inner, room = kShortBlock / size / kFewRows * kFewRows;
  const size_t most = room < kColumns ? room : kColumns;
  parallel(rows.outer, size * cost, [&](size_t begin, size_t end) {
    alignas(64) float columns[kShortBlock];
    for (size_t count; begin < end; begin += count) {
      count = end - begin < most ? end - begin : most;
      to_columns(from + begin * size, size, count, columns, most);
      f(columns, most, begin, count);
    }
  });
}

/// Calls f(columns, stride, count), which sets `count` columns of n elements to what their rows in `to`
/// become.
template <typename F>
void map_short_rows(const RowShape& rows, size_t cost, const float* from, float* to, const F& f) {
  const size_t size = rows.n * rows.inner;
  parallel_short_rows(rows, cost, from, [&](float* columns, size_t stride, size_t first, size_t count) {
    for (size_t i = 0; i < rows.inner; ++i) {
      f(columns + i * stride, rows.inner * stride, count);
    }
    to_rows(columns, stride, size, count, to + first * size);
  });
}

}  // namespace etk::vec
