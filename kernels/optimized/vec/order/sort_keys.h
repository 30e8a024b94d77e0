// Sorts keys.
#pragma once

#include "vec/order/keys.h"

namespace etk::vec {

/// Sets `places` or `others`, which have room for n each, to those of n > 0 keys in ascending order, equal
/// ones in their own. Returns which of the two. The keys are of no use then.
uint32_t* sort_keys(size_t size, void* keys, size_t n, uint32_t* places, uint32_t* others);

}  // namespace etk::vec
