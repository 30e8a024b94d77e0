// Elements as unsigned integer keys with the same order.
#pragma once

#include "vec/base/unsigned.h"

namespace etk::vec {

/// The conversion of elements of a dtype to keys of the same size. NaN is the largest, and -0.0 equals 0.0,
/// like in etk::key_of. Bool, and unsigned integers except Byte, are not supported.
struct KeyOrder {
  size_t size;        // of an element, in bytes
  uint64_t infinity;  // for floats, the bits of infinity; else 0
  uint64_t flip;      // the bits that are inverted

  /// In ascending order or, with `descending`, with the largest first.
  KeyOrder(ScalarType dtype, size_t element_size, bool descending);
};

/// Sets n keys to the keys of elements that are `stride` elements apart.
void make_keys(const KeyOrder& order, const char* from, size_t stride, size_t n, void* keys);

/// The maximum number of keys that are sorted by rank.
constexpr size_t kRanked = 128;

/// Sets `places` to the indices that sort n <= kRanked keys in ascending order; the sort is stable.
void rank_keys(size_t size, const void* keys, size_t n, uint32_t* places);

}  // namespace etk::vec
