// The largest and the smallest elements along dimensions, and where the first of them are.
#pragma once

#include "vec/reduce/rows_integers.h"

namespace etk::vec {

/// Contiguous elements of a dtype.
struct Elements {
  const char* data;
  ScalarType dtype;
  size_t size;  // bytes of an element

  Elements operator+(size_t n) const {
    return {data + n * size, dtype, size};
  }
};

/// The first of n > 0 elements that is the largest or the smallest, by this thread alone; or the first NaN.
size_t find_extreme(bool largest, const Elements& x, size_t n);

/// Sets where[j] to the row of x[i · stride + j], for i < n, of which that is true, by this thread alone. n
/// is not 0 and below 2³¹, and there are at most kColumns columns.
void find_extremes(bool largest, const Elements& x, size_t n, size_t stride, size_t columns, int64_t* where);

/// An etk::ExtremesFunction for neighbouring dimensions.
bool extremes(bool largest, const Tensor& self, DimSet dims, bool keepdim, Tensor* values, Tensor& indices);

}  // namespace etk::vec
