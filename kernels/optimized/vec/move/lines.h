// Elements that lie at equal distances, in lines that lie so, too.
#pragma once

#include <cstddef>

namespace etk::vec {

/// Where to copy what. All distances are in bytes.
struct Lines {
  const char* from;
  ptrdiff_t from_stride, from_line;  // of elements and of lines
  char* to;
  ptrdiff_t to_stride, to_line;
  size_t n, count;  // elements of a line, and lines
};

/// Copies lines of elements of 1, 2, 4 or 8 bytes.
void copy_lines(const Lines& lines, size_t element_size);

}  // namespace etk::vec
