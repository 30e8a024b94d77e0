// The minimum and maximum of a row's elements and 0, from which quantizers choose scales.
#pragma once

#include "etk/reduce/rows.h"

namespace etk {

template <typename C>
struct Extent {
  C low = 0;  // both are NaN if an element is NaN
  C high = 0;
};

template <typename C>
Extent<C> extent_of(RowOf<C>& row) {
  Extent<C> extent;
  row.for_each([&](C x) {
    extent.low = x < extent.low || x != x ? x : extent.low;
    extent.high = x > extent.high || x != x ? x : extent.high;
  });
  return extent;
}

}  // namespace etk
