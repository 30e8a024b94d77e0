// The mean of the elements that have the same index.
#pragma once

#include "etk/base/chunk.h"
#include "etk/elementwise/division.h"

namespace etk {

/// The mean of `count` elements with this sum. Like in PyTorch, integers are counted in their dtype, where
/// the number may wrap around, and are not divided if it is 0; the mean of integers is rounded down.
template <typename C>
C mean_of([[maybe_unused]] ScalarType dtype, C sum, int64_t count) {
  if constexpr (std::is_integral_v<C>) {
    int64_t held = 0;
    store(dtype, &count, 1, reinterpret_cast<char*>(&held), 0);
    load(dtype, reinterpret_cast<char*>(&held), 0, 1, &count);
    return count == 0 ? sum : FlooredQuotient()(sum, count);
  } else {
    return sum / static_cast<C>(count);
  }
}

}  // namespace etk
