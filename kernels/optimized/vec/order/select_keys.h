// Selection from many keys, which are unsigned integers of `size` bytes. Single keys are passed by pointer.
#pragma once

#include "vec/base/unsigned.h"

namespace etk::vec {

/// Updates the minimum of each group with n more keys, which belong to the groups in turn.
void take_least(size_t size, const void* keys, size_t n, size_t groups, void* least);

/// The number of n keys that are less than `limit`.
size_t count_less(size_t size, const void* keys, size_t n, const void* limit);

/// Sets `places` to the indices of these keys, and returns their number.
size_t find_less(size_t size, const void* keys, size_t n, const void* limit, uint32_t* places);

/// The first index of a key, which is one of n.
size_t find_equal(size_t size, const void* keys, size_t n, const void* key);

/// Sets `key` to the key that would be at index `place` of the n keys in ascending order.
void find_nth(size_t size, const void* keys, size_t n, size_t place, void* key);

}  // namespace etk::vec
