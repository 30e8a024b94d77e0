// Expands dimensions of size 1.
#pragma once

#include "etk/base/view.h"

namespace etk {

/// Gives the view these sizes, where -1 keeps a size; false if that is impossible.
ETK_INLINE bool expand(View& view, ArrayRef<int64_t> size) {
  if (size.size() < view.rank || size.size() > kMaxRank) {
    return false;
  }
  const size_t added = size.size() - view.rank;
  Shape shape;
  for (size_t d = 0; d < size.size(); ++d) {
    const bool keeps = size[d] == -1 && d >= added;
    if (size[d] < 0 && !keeps) {
      return false;
    }
    shape.push_back(keeps ? view.sizes[d - added] : size[d]);
  }
  return view.broadcast_to(shape);
}

}  // namespace etk
