// Sorting of keys.
#pragma once

#include "vec/order/keys.h"

namespace etk::vec {

/// Sorts n > 0 keys in ascending order, and stores their indices in `places` or `others`, which have space
/// for n each; returns which of the two. The sort is stable. The keys are undefined afterwards.
uint32_t* sort_keys(size_t size, void* keys, size_t n, uint32_t* places, uint32_t* others);

}  // namespace etk::vec
