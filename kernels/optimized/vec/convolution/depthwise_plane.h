// A plane of a depthwise convolution, computed from padded copies of a few lines.
#pragma once

#include "vec/convolution/depthwise.h"
#include "vec/convolution/plane_masks.h"
#include "vec/product/epilogue.h"

namespace etk::vec {

/// The number of lines that are computed at a time if there are many registers. Planes of well-known models
/// have a multiple of seven.
constexpr size_t kManyLines = 7;

/// A plane of the image and of the out, and how it is computed.
struct DepthwisePlane {
  const Sizes& sizes;
  const Epilogue& epilogue;
  const PlaneMasks* masks;  // if nothing is copied, or null
  size_t half;              // from the even pixels of a copied line to the odd ones
  size_t length;            // of a copied line
  size_t lines;             // of the out, that are computed from one copy
  float* copy;              // is 0 left and right of the image
  const float* from;
  const float* kernel;
  float bias;
  float* out;
  bool fetches;  // what it copies next, because no cache has kept the image

  size_t width() const {
    return static_cast<size_t>(sizes.out[1]);
  }
  const float* end() const {
    return out + sizes.out[0] * sizes.out[1];
  }
  // From a line of the out to the next, in the copy.
  size_t line_step() const {
    return static_cast<size_t>(sizes.stride[0]) * length;
  }
  // Where a copied line has pixel i of the padded image.
  size_t place(size_t i) const {
    return half ? i % 2 * half + i / 2 : i;
  }
};

}  // namespace etk::vec
