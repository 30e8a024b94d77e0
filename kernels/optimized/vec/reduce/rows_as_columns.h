// Reductions of rows that are too short for vectors: a block of rows is transposed, so that each lane of a
// vector belongs to another row, and is reduced as columns.
#pragma once

#include "vec/reduce/rows.h"

namespace etk::vec {

/// The maximum length of a short row and the minimum number of rows, and those of still shorter rows.
constexpr size_t kShortRow = 64, kFewRows = 16, kShortestRow = 16, kFewestRows = 8;

/// The maximum number of columns that do not fill a vector.
constexpr size_t kFewColumns = 8;

/// The number of floats that are transposed at a time.
constexpr size_t kShortBlock = 4096;

/// Whether rows are short, or have so few columns that a row with its columns is treated as one short row.
inline bool are_short(const RowShape& rows, Array from) {
  const size_t most = rows.inner == 1 ? kShortRow : rows.inner <= kFewColumns ? kShortBlock / kFewRows : 0;
  const size_t size = rows.n * rows.inner, few = size <= kShortestRow ? kFewestRows : kFewRows;
  return size <= most && rows.outer >= few && !from.is_narrow();
}

/// to[i · stride + j] = element i of row j, of rows of n elements.
void to_columns(const float* rows, size_t n, size_t count, float* to, size_t stride);

/// The inverse of to_columns.
void to_rows(const float* columns, size_t stride, size_t n, size_t count, float* to);

/// Calls f(columns, stride, first, count) for blocks of at most kColumns rows, starting with row `first`,
/// transposed to columns. `cost` is the cost of an element.
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

/// Calls f(columns, stride, count), which transforms `count` columns of n elements in place; writes them back
/// to the rows of `to`.
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
