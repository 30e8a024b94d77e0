// The memory layout of views.
#pragma once

#include "etk/base/view.h"
#include "vec/base/array.h"

namespace etk::vec {

inline const float* floats_of(const View& view) {
  return static_cast<const float*>(static_cast<const void*>(view.data));
}

/// The elements of a contiguous view.
inline Array array_of(const View& view) {
  return {view.data, view.dtype};
}

/// The stride of dimension d in floats.
inline ptrdiff_t stride_of(const View& view, size_t d) {
  return view.strides[d] / static_cast<ptrdiff_t>(sizeof(float));
}

/// Whether the dimensions from d on are contiguous and in their order.
bool is_array(const View& view, size_t d);

/// Whether a tensor is contiguous. It does not create a view, which saves time in small calls.
bool is_array(const Tensor& tensor);

/// Whether a tensor has the sizes of an array, and is an array as well.
bool is_like(const Tensor& tensor, const Tensor& array);

/// Resizes an out to the shape of an array; false if that is impossible, or if the out is not contiguous
/// then.
inline bool resize_like(Tensor& out, const Tensor& array) {
  return is_like(out, array) || (resize(out, Shape(array)) && is_array(out));
}

/// Whether an image is channels-last: its channels are contiguous, and its pixels are in their order. Callers
/// step from pixel to pixel by the last stride, even if the last size is 1, so that it must be that of an
/// array as well, unless there is only one pixel.
bool is_channels_last(const View& view);

/// A contiguous view of temporary memory that starts at `memory`, for the elements of a view of floats;
/// advances `memory` past it. To copy elements in another order, permute the view's dimensions first.
View in_order(const View& view, float*& memory);

/// Moves dimension d to the position after dimension `last`.
void move_behind(View& view, size_t d, size_t last);

}  // namespace etk::vec
