// The maxima and minima along dimensions, and the indices of their first occurrence.
#pragma once

#include "vec/reduce/rows_integers.h"

namespace etk::vec {

/// Contiguous elements of a dtype.
struct Elements {
  const char* data;
  ScalarType dtype;
  size_t size;  // of an element, in bytes

  Elements operator+(size_t n) const {
    return {data + n * size, dtype, size};
  }
};

/// The index of the first maximum or minimum of n > 0 elements, or of the first NaN. Uses only the calling
/// thread.
size_t find_extreme(bool largest, const Elements& x, size_t n);

/// Sets where[j] to the row of the first maximum or minimum of x[i · stride + j] for i < n, or of the first
/// NaN. 0 < n < 2³¹, and there are at most kColumns columns. Uses only the calling thread.
void find_extremes(bool largest, const Elements& x, size_t n, size_t stride, size_t columns, int64_t* where);

/// An etk::ExtremesFunction for adjacent dimensions.
bool extremes(bool largest, const Tensor& self, DimSet dims, bool keepdim, Tensor* values, Tensor& indices);

}  // namespace etk::vec
