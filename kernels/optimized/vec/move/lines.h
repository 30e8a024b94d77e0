// Copies of lines of elements with constant strides of elements and of lines.
#pragma once

#include <cstddef>

namespace etk::vec {

/// The source and destination of a copy. All strides are in bytes.
struct Lines {
  const char* from;
  ptrdiff_t from_stride, from_line;  // strides of elements and of lines
  char* to;
  ptrdiff_t to_stride, to_line;
  size_t n, count;  // the number of elements of a line, and of lines
};

/// Copies lines of elements of 1, 2, 4 or 8 bytes.
void copy_lines(const Lines& lines, size_t element_size);

}  // namespace etk::vec
