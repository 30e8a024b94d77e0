// im2col and col2im: the columns of an image have a row for each channel and kernel position, and a column
// for each window position.
#pragma once

#include "etk/base/copy.h"
#include "etk/base/faster.h"
#include "etk/base/selected_dtypes.h"
#include "etk/base/window.h"

namespace etk {

class Columns {
 public:
  /// Reads the parameters; false if they are invalid for an image of this size.
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

  /// The window positions where index k of the kernel is inside the image along dimension d; their step is
  /// the step of the covered pixels.
  Span places_of(size_t d, int64_t k) const {
    const int64_t start = k * window.dilation[d] - window.padding[d], step = window.stride[d];
    const int64_t first = start < 0 ? (step - 1 - start) / step : 0;
    const int64_t end = start < window.input[d] ? (window.input[d] - 1 - start) / step + 1 : 0;
    const int64_t last = end < places[d] ? end : places[d];
    return {first, last > first ? last - first : 0, step};
  }

  Window window;
  Window::Index places = {1, 1, 1};  // of the window
};

/// Sets `to`, of shape (batches, channels · kernel positions, window positions), to the pixels that the
/// kernel covers, using `copy` and `fill`.
void image_to_columns(
    CopyFunction copy, FillFunction fill, const Columns& columns, const View& image, const View& to);

/// Adds n values to the total.
using AddColumnsFunction = void (*)(const void* values, size_t n, void* total);

/// Sets each pixel of an image to the sum of the column elements that correspond to it.
void columns_to_image(AddColumnsFunction add, const Columns& columns, const View& from, const View& to);

/// A faster implementation, or null. It returns false, without writing anything, if it does not support the
/// views.
using ColumnsFunction = bool (*)(const Columns& columns, const View& from, const View& to);

template <const char* kOp>
ETK_INLINE Tensor& im2col(
    Context& ctx,
    const Tensor& self,
    ArrayRef<int64_t> kernel_size,
    ArrayRef<int64_t> dilation,
    ArrayRef<int64_t> padding,
    ArrayRef<int64_t> stride,
    Tensor& out) {
  const auto copy = faster_or<kOp>(etk::copy);
  const auto fill = faster_or<kOp>(etk::fill);
  const ScalarType dtype = self.scalar_type();
  ETK_REQUIRE(ctx, accepts<kOp>(self) && out.scalar_type() == dtype, out);
  ETK_REQUIRE(ctx, is_floating(dtype) || dtype == ScalarType::Bool, out);
  View image(self);
  const bool is_batch = image.rank == 4;
  ETK_REQUIRE(ctx, is_batch || image.rank == 3, out);
  if (!is_batch) {
    image.prepend(1);
  }
  Columns columns;
  ETK_REQUIRE(ctx, columns.read(image.sizes[2], image.sizes[3], kernel_size, dilation, padding, stride), out);
  const int64_t height = image.sizes[1] * columns.window.kernel_size();
  ETK_REQUIRE(ctx, height > 0 && is_size(height) && image.sizes[2] > 0 && image.sizes[3] > 0, out);
  Shape shape;
  if (is_batch) {
    shape.push_back(image.sizes[0]);
  }
  shape.push_back(height);
  shape.push_back(columns.places[0] * columns.places[1]);
  if (resize(ctx, out, shape)) {
    View to(out);
    if (!is_batch) {
      to.prepend(1);
    }
    image_to_columns(copy, fill, columns, image, to);
  }
  return out;
}

template <const char* kOp>
ETK_INLINE Tensor& col2im(
    Context& ctx,
    const Tensor& self,
    ArrayRef<int64_t> output_size,
    ArrayRef<int64_t> kernel_size,
    ArrayRef<int64_t> dilation,
    ArrayRef<int64_t> padding,
    ArrayRef<int64_t> stride,
    Tensor& out) {
  static constexpr auto instances =
      instantiate<kOp, kNumbers, AddColumnsFunction>([](auto c) -> AddColumnsFunction {
        using C = decltype(c);
        return [](const void* values, size_t n, void* total) {
          for (size_t i = 0; i < n; ++i) {
            *static_cast<C*>(total) += static_cast<const C*>(values)[i];
          }
        };
      });
  const ScalarType dtype = self.scalar_type();
  const AddColumnsFunction add = instances.find(dtype);
  ETK_REQUIRE(ctx, add && out.scalar_type() == dtype, out);
  ETK_REQUIRE(ctx, is_floating(dtype) || dtype == ScalarType::Bool, out);
  View from(self);
  const bool is_batch = from.rank == 3;
  ETK_REQUIRE(ctx, (is_batch || from.rank == 2) && output_size.size() == 2, out);
  if (!is_batch) {
    from.prepend(1);
  }
  Columns columns;
  ETK_REQUIRE(ctx, columns.read(output_size[0], output_size[1], kernel_size, dilation, padding, stride), out);
  ETK_REQUIRE(ctx, from.sizes[2] == columns.places[0] * columns.places[1], out);
  ETK_REQUIRE(ctx, from.sizes[1] > 0 && from.sizes[1] % columns.window.kernel_size() == 0, out);
  ETK_REQUIRE(ctx, output_size[0] > 0 && output_size[1] > 0, out);
  Shape shape;
  if (is_batch) {
    shape.push_back(from.sizes[0]);
  }
  for (const int64_t size : {from.sizes[1] / columns.window.kernel_size(), output_size[0], output_size[1]}) {
    shape.push_back(size);
  }
  if (resize(ctx, out, shape)) {
    View to(out);
    if (!is_batch) {
      to.prepend(1);
    }
    if (!try_faster<kOp, ColumnsFunction>(columns, from, to)) {
      columns_to_image(add, columns, from, to);
    }
  }
  return out;
}

}  // namespace etk
