// What is broadcast, written out.
#pragma once

#include "etk/base/loop.h"
#include "vec/base/array.h"

namespace etk::vec {

/// Whether operands with elements of this size in bytes can be materialized: 1 and 4, and 2 and 8 if the
/// build has any.
bool can_expand(size_t element_size);

/// Writes the elements of a view of a loop to contiguous memory: of `count` indices of dimension d, `inner`
/// of each. An element has `element_size` bytes. Along the last dimension the view is an array,
/// or the same. Up to a vector is written after the last.
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
