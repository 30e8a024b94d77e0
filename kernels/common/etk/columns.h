// Images and the columns that a window makes of them, as im2col and col2im have them: a column of channels
// and places of the kernel for each place of the window.
#pragma once

#include "etk/view.h"
#include "etk/window.h"

namespace etk {

class Columns {
 public:
  /// Reads the parameters; false if they do not fit an image of this size.
  bool read(
      int64_t height,
      int64_t width,
      ArrayRef<int64_t> kernel,
      ArrayRef<int64_t> dilation,
      ArrayRef<int64_t> padding,
      ArrayRef<int64_t> stride) {
    if (kernel.size() != 2 || dilation.size() != 2 || padding.size() != 2 || stride.size() != 2) {
      return false;
    }
    window.rank = 2;
    window.input[0] = height;
    window.input[1] = width;
    if (!is_size(height) || !is_size(width) || !read_spatial(kernel, 2, 1, window.kernel) ||
        !read_spatial(dilation, 2, 1, window.dilation) || !read_spatial(padding, 2, 0, window.padding) ||
        !read_spatial(stride, 2, 1, window.stride)) {
      return false;
    }
    places[0] = window.out_size(0);
    places[1] = window.out_size(1);
    return places[0] > 0 && places[1] > 0 && is_size(places[0] * places[1]) && is_size(window.kernel_size());
  }

  Window window;
  Window::Index places = {1, 1, 1};  // of the window
};

}  // namespace etk
