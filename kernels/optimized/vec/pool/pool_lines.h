// Lines of a pool: reductions of columns, and of windows along them.
#pragma once

#include "vec/base/array.h"

namespace etk::vec {

/// The columns under a line of windows: each has `planes` · `rows` elements.
struct PoolColumns {
  Array from;
  size_t planes, plane_step;
  size_t rows, row_step;
  size_t count;
  int32_t first;  // the index of the first column's first element
};

/// Computes the maximum of each column, and its index; of NaNs, the last.
void max_columns(const PoolColumns& columns, float* best, int32_t* where);

/// Computes the sum of each column.
void sum_columns(const PoolColumns& columns, float* total);

/// The index, from `indices`, of the first maximum of n > 0 values; of NaNs, the last.
int32_t index_of_largest(const float* values, const int32_t* indices, size_t n);

/// Windows along a line of columns: tap k of window x is element taps[k] + x. Vectors read some elements
/// after the last window. `indices` are the indices in the plane.
struct PoolLine {
  const float* values;
  const int32_t* indices;
  const uint32_t* taps;
  size_t kernel, step;
  const float* divisors;  // for means, without the factor `rows`
  float rows;
  size_t count;
  float* out;
  int64_t* where;
};

/// Computes the maximum of each window, and its index.
void max_line(const PoolLine& line);

/// Computes the mean of each window.
void mean_line(const PoolLine& line);

}  // namespace etk::vec
