// What is broadcast, written out.
#pragma once

#include "etk/loop.h"
#include "vec/array.h"

namespace etk::vec {

/// Writes the elements of a view of a loop one behind the other: of `count` indices of dimension d, `inner`
/// of each. An element has `element_size` bytes, 1, 2, 4 or 8. Along the last dimension the view is an array,
/// or the same. Up to a vector is written behind the last.
void expand(
    const Loop& loop,
    size_t view,
    size_t d,
    size_t count,
    size_t inner,
    size_t element_size,
    const void* from,
    void* to);

}  // namespace etk::vec
