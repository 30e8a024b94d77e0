// Places of values in a row of Float, Int or Long.
#pragma once

#include "etk/base/dtype.h"

namespace etk::vec {

/// Whether n > 0 numbers are in ascending order, and none is NaN.
bool are_ascending(ScalarType dtype, const void* row, size_t n);

/// The most values at a time: some of the longest vectors there are.
constexpr size_t kMostValues = 256;

/// Sets places, which are integers as wide as values, to how many of a row are before each of n values. There
/// are `size` > 0 of them, in ascending order, and with `right` those that are equal to a value are before
/// it. Values and places have room for kMostValues.
void find_in_row(
    ScalarType dtype, const void* row, size_t size, bool right, const void* values, size_t n, void* places);

}  // namespace etk::vec
