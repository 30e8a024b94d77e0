// Some of many keys, which are unsigned integers of `size` bytes. Those that are not many are at pointers.
#pragma once

#include "vec/base/unsigned.h"

namespace etk::vec {

/// Sets the least keys of groups to those of them and n more, which are of one group after the other.
void take_least(size_t size, const void* keys, size_t n, size_t groups, void* least);

/// How many of n keys are less than another.
size_t count_less(size_t size, const void* keys, size_t n, const void* limit);

/// Sets `places` to theirs, and returns how many there are.
size_t find_less(size_t size, const void* keys, size_t n, const void* limit, uint32_t* places);

/// The first place of a key that is one of n.
size_t find_equal(size_t size, const void* keys, size_t n, const void* key);

/// Sets `key` to that of n keys which would be at a place in ascending order.
void find_nth(size_t size, const void* keys, size_t n, size_t place, void* key);

}  // namespace etk::vec
