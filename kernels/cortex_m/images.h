// Images: tensors of [batch, channels, height, width] or, in operators named *_nhwc, of [batch, height,
// width, channels]. Kernels view both as the former.
#pragma once

#include "etk/base/window.h"

#include <algorithm>

namespace etk {

/// The order of an operator's dimensions.
enum class ImageLayout : uint8_t { kNchw, kNhwc };

/// A view of images with channels before height and width.
inline View images(const Tensor& tensor, ImageLayout layout) {
  View view(tensor);
  if (layout == ImageLayout::kNhwc && view.rank == 4) {
    const size_t order[] = {0, 3, 1, 2};
    view.permute(order);
  }
  return view;
}

/// Resizes an out to images with this number of channels, height and width; otherwise returns false, with a
/// failure.
inline bool resize_images(
    Context& ctx,
    Tensor& out,
    int64_t batch,
    int64_t channels,
    const Window::Index& size,
    ImageLayout layout) {
  Shape shape;
  shape.push_back(batch);
  for (const int64_t n : {channels, size[0], size[1]}) {
    ETK_REQUIRE(ctx, is_size(n), false);
    shape.push_back(n);
  }
  if (layout == ImageLayout::kNhwc) {
    std::rotate(shape.sizes + 1, shape.sizes + 2, shape.sizes + 4);
  }
  return resize(ctx, out, shape);
}

}  // namespace etk
