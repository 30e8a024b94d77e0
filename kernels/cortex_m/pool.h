// Pools of int8 images: f computes a value from the elements in each window, without padding.
#pragma once

#include "etk/base/dtype.h"
#include "images.h"

namespace etk {

/// The part of a channel that is in a window.
struct Patch {
  const char* data;
  ptrdiff_t down, across;
  int64_t rows, columns;

  int64_t size() const {
    return rows * columns;
  }
  template <typename F>
  void for_each(const F& f) const {
    for (int64_t y = 0; y < rows; ++y) {
      for (int64_t x = 0; x < columns; ++x) {
        f(*reinterpret_cast<const int8_t*>(data + y * down + x * across));
      }
    }
  }
};

/// The windows of a pool, and the size of its result.
struct Windows {
  Window window;
  Window::Index size = {1, 1, 1};

  /// Reads the parameters, each given for height and width or once for both; false if they are inconsistent
  /// or invalid for the images.
  bool read(
      const View& input,
      ArrayRef<int64_t> kernel,
      ArrayRef<int64_t> stride,
      ArrayRef<int64_t> padding,
      bool ceil_mode) {
    window.rank = 2;
    if (input.rank != 4 || input.sizes[1] == 0 || !read_spatial(kernel, 2, 1, window.kernel) ||
        !read_spatial(stride, 2, 1, window.stride) || !read_spatial(padding, 2, 0, window.padding)) {
      return false;
    }
    for (size_t d = 0; d < 2; ++d) {
      window.input[d] = input.sizes[2 + d];
      size[d] = window.out_size(d, ceil_mode);
      if (window.input[d] == 0 || window.padding[d] > window.kernel[d] / 2 || size[d] == 0) {
        return false;
      }
    }
    return true;
  }
};

/// Sets each element of the out, which is resized to the number of windows, to f of the window's Patch.
template <typename F>
ETK_INLINE Tensor& pool(
    Context& ctx, const Windows& windows, const View& input, ImageLayout layout, const F& f, Tensor& out) {
  if (!resize_images(ctx, out, input.sizes[0], input.sizes[1], windows.size, layout)) {
    return out;
  }
  const View to = images(out, layout);
  for (int64_t plane = 0; plane < int64_t{to.sizes[0]} * to.sizes[1]; ++plane) {
    const int64_t image = plane / to.sizes[1], channel = plane % to.sizes[1];
    const char* from = input.data + image * input.strides[0] + channel * input.strides[1];
    char* const start = to.data + image * to.strides[0] + channel * to.strides[1];
    Window::Index place = {0, 0, 0};
    do {
      const Span rows = windows.window.span(0, place[0]), columns = windows.window.span(1, place[1]);
      const Patch patch{
          from + rows.first * input.strides[2] + columns.first * input.strides[3], input.strides[2],
          input.strides[3], rows.count, columns.count};
      *reinterpret_cast<int8_t*>(start + place[0] * to.strides[2] + place[1] * to.strides[3]) = f(patch);
    } while (advance(place, windows.size));
  }
  return out;
}

}  // namespace etk
