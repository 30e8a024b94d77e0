// Copies whose source and destination have different innermost dimensions: by tiles of both.
#pragma once

#include "etk/base/loop.h"
#include "vec/base/memory.h"
#include "vec/base/parallel.h"
#include "vec/base/transpose.h"
#include "vec/reduce/rows_as_columns.h"

#include <cstring>

namespace etk::vec {

/// The side of the square tiles, which are read and written in whole cache lines that stay in the cache.
constexpr size_t kTile = 32;

/// The two innermost dimensions of a copy: rows are contiguous in the memory of `to`, columns in the memory
/// of `from`. With `deep`, columns are in groups of `deep` columns, which are deep_stride apart; groups are
/// column_stride apart. Such groups are supported only for elements of 4 bytes.
struct Plane {
  size_t rows, columns;
  ptrdiff_t to_stride;      // between rows
  ptrdiff_t column_stride;  // in `from`
  size_t deep = 1;
  ptrdiff_t deep_stride = 0;

  /// The offset of a column from the first column.
  ptrdiff_t offset(size_t column) const {
    return static_cast<ptrdiff_t>(column / deep) * column_stride +
           static_cast<ptrdiff_t>(column % deep) * deep_stride;
  }
};

/// Copies a tile that begins at the given column.
template <typename T>
void copy_tile(const Plane& plane, size_t column, const char* from, char* to) {
  for (size_t i = 0; i < plane.rows; ++i, from += sizeof(T), to += plane.to_stride) {
    for (size_t j = 0; j < plane.columns; ++j) {
      std::memcpy(
          to + j * sizeof(T), from + static_cast<ptrdiff_t>(column + j) * plane.column_stride, sizeof(T));
    }
  }
}

/// For elements of 4 bytes: lines of `to` are written as a whole, and are prefetched while the tile is
/// transposed.
template <>
inline void copy_tile<uint32_t>(const Plane& plane, size_t column, const char* from, char* to) {
  alignas(64) float tile[kTile * kTile], gathered[kTile * kTile];
  const size_t bytes = plane.columns * sizeof(float);
  const char* line = to;
  for (size_t i = 0; i < plane.rows; ++i, line += plane.to_stride) {
    fetch(line, bytes);
  }
  const auto* columns = reinterpret_cast<const float*>(from + plane.offset(column));
  size_t stride = static_cast<size_t>(plane.column_stride) / sizeof(float);
  if (plane.deep > 1) {
    for (size_t j = 0; j < plane.columns; ++j) {
      const char* next = from + plane.offset(column + j);
      plane.rows == kTile ? std::memcpy(gathered + j * kTile, next, kTile * sizeof(float))
                          : std::memcpy(gathered + j * kTile, next, plane.rows * sizeof(float));
    }
    columns = gathered;
    stride = kTile;
  }
  transpose(columns, stride, plane.rows, plane.columns, tile, kTile);
  for (size_t i = 0; i < plane.rows; ++i, to += plane.to_stride) {
    // With a constant size, memcpy is compiled to some vector moves without a call.
    plane.columns == kTile ? std::memcpy(to, tile + i * kTile, kTile * sizeof(float))
                           : std::memcpy(to, tile + i * kTile, bytes);
  }
}

/// Copies contiguous planes with few columns or rows; false for other planes.
inline bool copy_short_rows(const Loop& planes, size_t count, const Plane& plane) {
  constexpr size_t kShort = 8, kPart = 2048;
  const size_t to_stride = static_cast<size_t>(plane.to_stride) / sizeof(float);
  const size_t from_stride = static_cast<size_t>(plane.column_stride) / sizeof(float);
  const bool joins = plane.columns <= kShort && to_stride == plane.columns;
  if (plane.deep > 1 || !(joins || (plane.rows <= kShort && from_stride == plane.rows))) {
    return false;
  }
  const size_t n = joins ? plane.columns : plane.rows, all = joins ? plane.rows : plane.columns;
  const size_t parts = (all + kPart - 1) / kPart;
  parallel(count * parts, kPart * n, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      const Cursor cursor(planes, i / parts);
      const auto* from = reinterpret_cast<const float*>(cursor.at(1));
      auto* to = reinterpret_cast<float*>(cursor.at(0));
      const size_t first = i % parts * kPart, left = all - first, rows = left < kPart ? left : kPart;
      joins ? to_rows(from + first, from_stride, n, rows, to + first * n)
            : to_columns(from + first * n, n, rows, to + first, to_stride);
    }
  });
  return true;
}

/// Copies a loop whose last dimension is contiguous in the memory of `to`, and whose dimension `row` is
/// contiguous in the memory of `from`.
template <typename T>
void copy_planes(const Loop& loop, size_t row, View to, View from) {
  const size_t last = loop.rank() - 1, n = loop.size(last);
  Plane plane{loop.size(row), n, loop.stride(0, row), loop.stride(1, last)};
  // There are few columns: the dimension before them is included.
  const size_t before = last > 0 ? last - 1 : 0;
  const bool is_deep = sizeof(T) == sizeof(float) && n < kTile && n < loop.size(row) && before != row &&
                       before < last && loop.stride(0, before) == static_cast<ptrdiff_t>(n * sizeof(T));
  if (is_deep) {
    plane.columns *= loop.size(before);
    plane.deep = n;
    plane.deep_stride = plane.column_stride;
    plane.column_stride = loop.stride(1, before);
  }
  // The other dimensions; each of their indices is one plane.
  to.rank = from.rank = 0;
  for (size_t d = 0; d < last; ++d) {
    if (d != row && !(is_deep && d == before)) {
      for (View* view : {&to, &from}) {
        view->strides[view->rank] = loop.stride(view == &from, d);
        view->push_back(static_cast<int64_t>(loop.size(d)));
      }
    }
  }
  to.insert(to.rank);
  from.insert(from.rank);
  Loop planes(to);
  planes.add(to);
  planes.add(from);
  if constexpr (sizeof(T) == sizeof(float)) {
    if (copy_short_rows(planes, to.numel(), plane)) {
      return;
    }
  }
  const size_t across = (plane.columns + kTile - 1) / kTile, down = (plane.rows + kTile - 1) / kTile;
  parallel(to.numel() * down * across, kTile * kTile, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      const Cursor cursor(planes, i / across / down);
      const size_t y = i / across % down * kTile, x = i % across * kTile;
      Plane tile = plane;
      tile.rows = plane.rows - y < kTile ? plane.rows - y : kTile;
      tile.columns = plane.columns - x < kTile ? plane.columns - x : kTile;
      const auto row_index = static_cast<ptrdiff_t>(y);
      copy_tile<T>(
          tile, x, cursor.at(1) + y * sizeof(T), cursor.at(0) + row_index * plane.to_stride + x * sizeof(T));
    }
  });
}

}  // namespace etk::vec
