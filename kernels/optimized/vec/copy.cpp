#include "vec/copy.h"

#include "etk/loop.h"
#include "vec/gemm.h"
#include "vec/layout.h"
#include "vec/memory.h"
#include "vec/parallel.h"

#include <algorithm>
#include <cstring>

namespace etk::vec {
namespace {

// Tiles are square: what is read and written of them are whole cache lines that stay in the cache.
constexpr size_t kTile = 32;

// Two dimensions of a copy: rows are arrays in the memory of `to`, columns in that of `from`.
struct Plane {
  size_t rows, columns;
  ptrdiff_t from_stride, to_stride;  // of columns of `from`, of rows of `to`
};

template <typename T>
void copy_tile(const Plane& plane, const char* from, char* to) {
  for (size_t i = 0; i < plane.rows; ++i, from += sizeof(T), to += plane.to_stride) {
    for (size_t j = 0; j < plane.columns; ++j) {
      std::memcpy(to + j * sizeof(T), from + static_cast<ptrdiff_t>(j) * plane.from_stride, sizeof(T));
    }
  }
}

// Elements of the size of floats: lines of `to` are written as a whole, and are on their way into the cache
// while the tile is made.
template <>
void copy_tile<float>(const Plane& plane, const char* from, char* to) {
  alignas(64) float tile[kTile * kTile];
  const size_t bytes = plane.columns * sizeof(float);
  const char* line = to;
  for (size_t i = 0; i < plane.rows; ++i, line += plane.to_stride) {
    fetch(line, bytes);
  }
  transpose(
      reinterpret_cast<const float*>(from), static_cast<size_t>(plane.from_stride) / sizeof(float),
      plane.rows, plane.columns, tile, kTile);
  for (size_t i = 0; i < plane.rows; ++i, to += plane.to_stride) {
    // Of a size that is known, it is some vectors and no call.
    plane.columns == kTile ? std::memcpy(to, tile + i * kTile, kTile * sizeof(float))
                           : std::memcpy(to, tile + i * kTile, bytes);
  }
}

// Planes whose pixels lie one behind the other, on one side: all of them in one go.
template <typename T>
bool copy_pixels(const Plane&, const char*, char*) {
  return false;
}
template <>
bool copy_pixels<float>(const Plane& plane, const char* from, char* to) {
  const size_t from_stride = static_cast<size_t>(plane.from_stride) / sizeof(float);
  const size_t to_stride = static_cast<size_t>(plane.to_stride) / sizeof(float);
  const bool is_row = is_thin(plane.columns, to_stride);
  if (!is_row && !is_thin(plane.rows, from_stride)) {
    return false;
  }
  const size_t n = is_row ? plane.rows : plane.columns, other = is_row ? plane.columns : plane.rows;
  parallel(n, other, [&](size_t begin, size_t end) {
    const auto* source = reinterpret_cast<const float*>(from) + begin * (is_row ? 1 : from_stride);
    auto* target = reinterpret_cast<float*>(to) + begin * (is_row ? to_stride : 1);
    transpose(
        source, from_stride, is_row ? end - begin : other, is_row ? other : end - begin, target, to_stride);
  });
  return true;
}

// Sets n elements, one behind the other, to the same: as repeat_element does for the portable kernels, with
// code for each size, which takes a third of its time for short runs.
template <typename T>
void repeat(const char* element, char* to, size_t n) {
  constexpr size_t kPiece = 64 / sizeof(T), kStart = 4096;
  T value, piece[kPiece];
  std::memcpy(&value, element, sizeof(T));
  std::fill_n(piece, kPiece, value);
  const size_t bytes = n * sizeof(T), start = std::min(bytes, kStart) / sizeof(piece) * sizeof(piece);
  size_t done = 0;
  for (; done < start; done += sizeof(piece)) {
    std::memcpy(to + done, piece, sizeof(piece));
  }
  if (bytes < kStart) {
    std::memcpy(to + done, piece, bytes - done);
    return;
  }
  // What has been written is copied, as much of it as the first cache keeps: memcpy knows how to write long
  // runs without reading them first.
  for (size_t more; done < bytes; done += more) {
    more = std::min(kStart, bytes - done);
    std::memcpy(to + done, to, more);
  }
}

template <typename T>
void copy_run(const char* from, ptrdiff_t from_stride, char* to, ptrdiff_t to_stride, size_t n) {
  constexpr ptrdiff_t size = sizeof(T);
  if (from_stride == size && to_stride == size) {
    copy_bytes(from, n * sizeof(T), to);
  } else if (from_stride == 0 && to_stride == size) {
    repeat<T>(from, to, n);
  } else {
    for (size_t i = 0; i < n; ++i, from += from_stride, to += to_stride) {
      std::memcpy(to, from, sizeof(T));
    }
  }
}

// A single run, by parts of it.
template <typename T>
void copy_long_run(const Loop& loop) {
  const ptrdiff_t to_stride = loop.inner_stride(0), from_stride = loop.inner_stride(1);
  const Cursor start(loop);
  parallel(loop.inner_size(), 1, [&](size_t begin, size_t end) {
    const auto first = static_cast<ptrdiff_t>(begin);
    copy_run<T>(
        start.at(1) + first * from_stride, from_stride, start.at(0) + first * to_stride, to_stride,
        end - begin);
  });
}

template <typename T>
void copy_runs(const Loop& loop) {
  if (loop.rank() < 2) {
    return copy_long_run<T>(loop);
  }
  const ptrdiff_t to_stride = loop.inner_stride(0), from_stride = loop.inner_stride(1);
  const size_t n = loop.inner_size(), outer = loop.rank() - 2, lines = loop.size(outer);
  size_t runs = 1;
  for (size_t d = 0; d <= outer; ++d) {
    runs *= loop.size(d);
  }
  parallel(runs, n, [&](size_t begin, size_t end) {
    // As many at a time as lie at equal distances: finding the place of a short run takes as long as copying
    // it.
    while (begin < end) {
      const Cursor cursor(loop, begin);
      const char* from = cursor.at(1);
      char* to = cursor.at(0);
      const size_t left = lines - begin % lines, count = left < end - begin ? left : end - begin;
      for (size_t i = 0; i < count; ++i, from += loop.stride(1, outer), to += loop.stride(0, outer)) {
        copy_run<T>(from, from_stride, to, to_stride, n);
      }
      begin += count;
    }
  });
}

// A loop whose last dimension is an array in the memory of `to`, and dimension `row` in that of `from`.
template <typename T>
void copy_planes(const Loop& loop, size_t row, View to, View from) {
  const size_t column = loop.rank() - 1;
  const Plane plane{loop.size(row), loop.size(column), loop.stride(1, column), loop.stride(0, row)};
  // The other dimensions, each index of which is a run.
  to.rank = from.rank = 0;
  for (size_t d = 0; d < column; ++d) {
    if (d != row) {
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
  Cursor start(planes);
  bool are_pixels = true;
  for (; are_pixels && start.left(); start.step(1)) {
    are_pixels = copy_pixels<T>(plane, start.at(1), start.at(0));
  }
  if (are_pixels) {
    return;
  }
  const size_t across = (plane.columns + kTile - 1) / kTile, down = (plane.rows + kTile - 1) / kTile;
  parallel(to.numel() * down * across, kTile * kTile, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      const Cursor cursor(planes, i / across / down);
      const size_t y = i / across % down * kTile, x = i % across * kTile;
      Plane tile = plane;
      tile.rows = plane.rows - y < kTile ? plane.rows - y : kTile;
      tile.columns = plane.columns - x < kTile ? plane.columns - x : kTile;
      const auto row_index = static_cast<ptrdiff_t>(y), column_index = static_cast<ptrdiff_t>(x);
      copy_tile<T>(
          tile, cursor.at(1) + column_index * plane.from_stride + y * sizeof(T),
          cursor.at(0) + row_index * plane.to_stride + x * sizeof(T));
    }
  });
}

template <typename T>
void copy_elements(const View& from, const View& to) {
  Loop loop(to);
  loop.add(to);
  loop.add(from);
  loop.simplify();
  constexpr ptrdiff_t size = sizeof(T);
  if (loop.empty()) {
    return;
  }
  if (loop.inner_stride(0) == size && loop.inner_stride(1) > size) {
    for (size_t d = 0; d + 1 < loop.rank(); ++d) {
      if (loop.stride(1, d) == size) {
        return copy_planes<T>(loop, d, to, from);
      }
    }
  }
  copy_runs<T>(loop);
}

bool are_arrays(const View& from, const View& to) {
  return from.dtype == to.dtype && is_array(from, 0) && is_array(to, 0);
}

// Of as many elements.
void copy_array(const View& from, const View& to) {
  const size_t size = to.element_size;
  parallel(to.numel(), 1, [&](size_t begin, size_t end) {
    copy_bytes(from.data + begin * size, (end - begin) * size, to.data + begin * size);
  });
}

}  // namespace

void copy(const View& from, const View& to) {
  // Most are, and short ones take twice as long where loops are set up for them.
  if (are_arrays(from, to)) {
    return copy_array(from, to);
  }
  switch (from.dtype == to.dtype ? to.element_size : 0) {
    case 1:
      return copy_elements<uint8_t>(from, to);
    case 2:
      return copy_elements<uint16_t>(from, to);
    case 4:
      return copy_elements<float>(from, to);
    case 8:
      return copy_elements<double>(from, to);
    default:
      return etk::copy(from, to);
  }
}

void reshape(const View& from, const View& to) {
  are_arrays(from, to) ? copy_array(from, to) : etk::reshape(from, to);
}

Tensor& copy_to_out(Context& ctx, const View& view, Tensor& out) {
  if (resize(ctx, out, view)) {
    vec::copy(view, View(out));
  }
  return out;
}

}  // namespace etk::vec
