// The shape of a view, in which one size may be left open.
#pragma once

#include "etk/view.h"

#include <optional>

namespace etk {

/// The shape with these sizes, of which -1 is what the others leave of `numel` elements; nothing if there is
/// none.
ETK_INLINE std::optional<Shape> shape_of_view(int64_t numel, ArrayRef<int64_t> size) {
  if (size.size() > kMaxRank) {
    return std::nullopt;
  }
  Shape shape;
  int64_t known = 1;
  std::optional<size_t> open;
  for (size_t d = 0; d < size.size(); ++d) {
    if (size[d] < -1 || (size[d] == -1 && open)) {
      return std::nullopt;
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
      return std::nullopt;
    }
    shape.sizes[*open] = static_cast<executorch::aten::SizesType>(numel / known);
  }
  return shape.numel() == static_cast<size_t>(numel) ? std::optional(shape) : std::nullopt;
}

}  // namespace etk
