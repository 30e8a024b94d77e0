// Lines of a pool: columns of elements, and windows along them.
#pragma once

#include "vec/base/array.h"

namespace etk::vec {

/// Columns under a line of windows: `planes` times `rows` elements of each.
struct PoolColumns {
  Array from;
  size_t planes, plane_step;
  size_t rows, row_step;
  size_t count;
  int32_t first;  // index of the first column's first element
};

/// Sets the largest of each column, and its index; of NaNs the last one.
void max_columns(const PoolColumns& columns, float* best, int32_t* where);

/// Sets the sum of each column.
void sum_columns(const PoolColumns& columns, float* total);

/// The index, of those that go with n > 0 values, of the first of the largest ones; of NaNs the last one.
int32_t index_of_largest(const float* values, const int32_t* indices, size_t n);

/// Windows along a line of columns: tap k of place x is element taps[k] + x, of which vectors read some
/// after the last place. Indices in the plane go with them.
struct PoolLine {
  const float* values;
  const int32_t* indices;
  const uint32_t* taps;
  size_t kernel, step;
  const float* divisors;  // of means: these times `rows`
  float rows;
  size_t count;
  float* out;
  int64_t* where;
};

/// Sets the largest of each window, and its index.
void max_line(const PoolLine& line);

/// Sets the mean of each window.
void mean_line(const PoolLine& line);

}  // namespace etk::vec
