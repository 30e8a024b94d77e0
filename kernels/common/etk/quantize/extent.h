// The minimum and maximum of a row's elements and 0, from which quantizers choose scales.
#pragma once

#include "etk/reduce/rows.h"

namespace etk {

template <typename C>
struct Extent {
  C low = 0;  // both are NaN if an element is NaN
  C high = 0;
};

/// A faster implementation for n elements of a row.
using ExtentFunction = void (*)(const float* x, size_t n, Extent<float>& extent);

template <const char* kOp, typename C>
Extent<C> extent_of(RowOf<C>& row) {
  Extent<C> extent;
  if constexpr (Faster<hash_of(kOp), ExtentFunction>::kIsRegistered && std::is_same_v<C, float>) {
    constexpr ExtentFunction function = faster<kOp, ExtentFunction>();
    row.for_each_chunk([&](const float* x, size_t n) { function(x, n, extent); });
    return extent;
  }
  row.for_each([&](C x) {
    extent.low = x < extent.low || x != x ? x : extent.low;
    extent.high = x > extent.high || x != x ? x : extent.high;
  });
  return extent;
}

}  // namespace etk
