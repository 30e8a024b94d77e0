// Binary search in a row of Float, Int or Long.
#pragma once

#include "etk/base/dtype.h"

namespace etk::vec {

/// Whether n > 0 numbers are sorted in ascending order, and none is NaN.
bool are_ascending(ScalarType dtype, const void* row, size_t n);

/// The maximum number of values at a time: several vectors of the maximum length.
constexpr size_t kMostValues = 256;

/// Sets places, which are integers of the size of a value, to the number of elements in the row that are less
/// than (or, with `right`, equal to) each of n values. The row has `size` > 0 elements in ascending order.
/// Values and places have space for kMostValues.
void find_in_row(
    ScalarType dtype, const void* row, size_t size, bool right, const void* values, size_t n, void* places);

}  // namespace etk::vec
