// An image of floats, and an out of another size.
#pragma once

#include "vec/base/layout.h"

namespace etk::vec {

/// The sizes and strides of two images (batch, channels, height, width), contiguous or channels-last.
struct ImagePair {
  View from, to;
  size_t batch, channels, width, out_width;

  ImagePair(const Tensor& self, const Tensor& out)
      : from(self),
        to(out),
        batch(static_cast<size_t>(to.sizes[0])),
        channels(static_cast<size_t>(from.sizes[1])),
        width(static_cast<size_t>(from.sizes[3])),
        out_width(static_cast<size_t>(to.sizes[3])) {}

  bool are_planes() const {
    return is_array(from, 2) && is_array(to, 2);
  }
  bool have_channels_last() const {
    return is_channels_last(from) && is_channels_last(to);
  }
  const float* image(size_t b, size_t channel) const {
    return at(from, b, channel);
  }
  float* out(size_t b, size_t channel) const {
    return const_cast<float*>(at(to, b, channel));
  }

 private:
  static const float* at(const View& view, size_t b, size_t channel) {
    return floats_of(view) + static_cast<ptrdiff_t>(b) * stride_of(view, 0) +
           static_cast<ptrdiff_t>(channel) * stride_of(view, 1);
  }
};

}  // namespace etk::vec
