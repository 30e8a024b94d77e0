// What the elements of a row reach from and to, 0 included: what quantizers choose scales by.
#pragma once

#include "etk/reduce/rows.h"

namespace etk {

template <typename C>
struct Extent {
  C low = 0;  // NaN if an element is, as is `high`
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
