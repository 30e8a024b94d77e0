// Elements in ascending order, of which there may be any number, in temporary memory: what mode and unique
// share.
#pragma once

#include "etk/base/core.h"

namespace etk {

/// An element by its key, which orders elements as their values are ordered; see key.h.
struct Ranked {
  uint64_t key;
  int64_t index;
};

/// Sets the keys of n elements, the first of which has this index.
void set_keys(ScalarType dtype, const char* at, ptrdiff_t stride, size_t n, int64_t first, Ranked* ranked);

/// Sorts elements by their keys; those with equal ones stay in the order of their indices.
void sort_keys(Ranked* ranked, size_t n);

/// Whether this is the key of NaN, which is equal to none, not even to itself.
bool is_key_of_nan(ScalarType dtype, uint64_t key);

/// How many elements from the first on are equal to it; of NaN there is one.
size_t count_equal(ScalarType dtype, const Ranked* ranked, size_t n);

/// Writes the element that a key is that of.
void store_of_key(ScalarType dtype, uint64_t key, char* at);

}  // namespace etk
