// Sorting of elements by key in temporary memory, for mode and unique.
#pragma once

#include "etk/base/core.h"

namespace etk {

/// An element's index and key; keys have the order of the values, see key.h.
struct Ranked {
  uint64_t key;
  int64_t index;
};

/// Sets the keys of n elements; `index` is the index of the first.
void set_keys(ScalarType dtype, const char* at, ptrdiff_t stride, size_t n, int64_t first, Ranked* ranked);

/// Sorts elements by their keys; the sort is stable.
void sort_keys(Ranked* ranked, size_t n);

/// Whether this is the key of NaN, which is not equal to any value, not even to itself.
bool is_key_of_nan(ScalarType dtype, uint64_t key);

/// The number of leading elements that are equal to the first; 1 for NaN.
size_t count_equal(ScalarType dtype, const Ranked* ranked, size_t n);

/// Writes the element with the given key.
void store_of_key(ScalarType dtype, uint64_t key, char* at);

}  // namespace etk
