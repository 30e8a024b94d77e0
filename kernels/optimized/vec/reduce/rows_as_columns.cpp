#include "vec/reduce/rows_as_columns.h"

#include "vec/base/transpose.h"

#include <algorithm>

namespace etk::vec {

void to_columns(const float* rows, size_t n, size_t count, float* to, size_t stride) {
  if (n == 1) {
    std::copy_n(rows, count, to);
  } else {
    transpose(rows, n, n, count, to, stride);
  }
}

void to_rows(const float* columns, size_t stride, size_t n, size_t count, float* to) {
  if (n == 1) {
    std::copy_n(columns, count, to);
  } else {
    transpose(columns, stride, count, n, to, n);
  }
}

}  // namespace etk::vec
