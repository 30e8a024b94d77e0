// Elements as unsigned integers that are ordered as they are.
#pragma once

#include "vec/base/unsigned.h"

namespace etk::vec {

/// How elements of a dtype become keys, which have their size. NaN is the largest, and -0.0 is 0.0, as
/// etk::key_of has it. There are none of Bool, and of unsigned integers but Byte.
struct KeyOrder {
  size_t size;        // bytes of an element
  uint64_t infinity;  // the bits of it, of floats; else 0
  uint64_t flip;      // bits that are the other way around

  /// In ascending order, or with the largest before all others.
  KeyOrder(ScalarType dtype, size_t element_size, bool descending);
};

/// Sets n keys to those of elements, so many elements apart.
void make_keys(const KeyOrder& order, const char* from, size_t stride, size_t n, void* keys);

/// The most keys that are ordered by rank.
constexpr size_t kRanked = 128;

/// Sets `places` to those of n <= kRanked keys in ascending order; equal ones keep their own.
void rank_keys(size_t size, const void* keys, size_t n, uint32_t* places);

}  // namespace etk::vec
