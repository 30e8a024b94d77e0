// Expansion of broadcast operands to contiguous memory.
#pragma once

#include "etk/base/loop.h"
#include "vec/base/array.h"

namespace etk::vec {

/// Whether operands with this element size in bytes can be expanded: 1 and 4, and 2 and 8 if the build has
/// selected any such dtype.
bool can_expand(size_t element_size);

/// Copies elements of a view of a loop to contiguous memory: for `count` indices of dimension d, `inner`
/// elements each. An element has `element_size` bytes. Along the last dimension, the stride of the view is 0
/// or the element size. Up to a vector is written past the end.
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
