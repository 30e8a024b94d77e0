// Memory that is read or written soon, where the processor does not see by itself what comes: short runs at
// some distance from each other.
#pragma once

#include "hwy/cache_control.h"

#include <cstddef>

namespace etk::vec {

/// Has `bytes` > 0 of memory brought into the cache, to be read or written.
inline void fetch(const char* from, size_t bytes) {
  for (size_t at = 0; at < bytes; at += 64) {
    hwy::Prefetch(from + at);
  }
  hwy::Prefetch(from + bytes - 1);
}

}  // namespace etk::vec
