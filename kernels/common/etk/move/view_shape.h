// The shape of a view, where one size may be -1.
#pragma once

#include "etk/base/view.h"

namespace etk {

/// Sets `shape`, which is empty, to these sizes. A size of -1 is computed from `numel`; false if that is
/// impossible.
ETK_INLINE bool set_view_shape(int64_t numel, ArrayRef<int64_t> size, Shape& shape) {
  if (size.size() > kMaxRank) {
    return false;
  }
  int64_t known = 1;
  std::optional<size_t> open;
  for (size_t d = 0; d < size.size(); ++d) {
    if (size[d] < -1 || size[d] > INT32_MAX || (size[d] == -1 && open)) {
      return false;
    }
    if (size[d] == -1) {
      open = d;
    } else {
      known *= size[d];
    }
    shape.push_back(size[d]);
  }
  if (open) {
    if (known == 0 || numel % known != 0) {
      return false;
    }
    shape.sizes[*open] = static_cast<executorch::aten::SizesType>(numel / known);
  }
  return shape.numel() == static_cast<size_t>(numel);
}

}  // namespace etk
