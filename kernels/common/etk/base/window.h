// Windows that slide over up to three spatial dimensions, for convolutions and pools.
#pragma once

#include "etk/base/view.h"

namespace etk {

/// Equally spaced indices.
struct Span {
  int64_t first;
  int64_t count;
  int64_t step;
};

/// The geometry of a window. Index d is a spatial dimension.
struct Window {
  static constexpr size_t kMaxSpatial = 3;
  using Index = int64_t[kMaxSpatial];

  size_t rank = 0;          // spatial dimensions
  Index input = {1, 1, 1};  // sizes of the input
  Index kernel = {1, 1, 1};
  Index stride = {1, 1, 1};
  Index padding = {0, 0, 0};
  Index dilation = {1, 1, 1};
  bool transposed = false;  // the out of a transposed convolution is the input of the other

  /// Positions of the kernel.
  int64_t kernel_size() const {
    return kernel[0] * kernel[1] * kernel[2];
  }

  /// Whether the kernel, without its dilation, is nowhere larger than the input without its padding.
  bool kernel_fits() const {
    return kernel[0] <= input[0] && kernel[1] <= input[1] && kernel[2] <= input[2];
  }

  /// The index into the input that position k of the kernel falls on when the window is at `out`; false if it
  /// falls outside the input.
  bool locate(const Index& out, const Index& k, Index& index) const;

  /// From the first to the last index under the kernel.
  int64_t reach(size_t d) const {
    return dilation[d] * (kernel[d] - 1) + 1;
  }

  /// The indices into the input that the kernel falls on when the window is at `out`, if not transposed.
  Span span(size_t d, int64_t out) const;

  /// The size of the out in dimension d; not positive if the kernel is larger than the padded input.
  int64_t out_size(size_t d, bool ceil_mode = false) const;
};

/// Whether a dimension of a tensor can have this size.
constexpr bool is_size(int64_t size) {
  return size >= 0 && size <= INT32_MAX;
}

/// Reads a parameter that is given for each spatial dimension, or once for all of them. False if it has
/// another length, or if a value is less than `least` or is not a valid size.
bool read_spatial(ArrayRef<int64_t> list, size_t rank, int64_t least, Window::Index& values);

/// Steps an index through `sizes`, the last dimension fastest; false at the end.
bool advance(Window::Index& index, const Window::Index& sizes);

}  // namespace etk
