// How the elements of a view lie in memory.
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

/// Floats from one element to the next along dimension d.
inline ptrdiff_t stride_of(const View& view, size_t d) {
  return view.strides[d] / static_cast<ptrdiff_t>(sizeof(float));
}

/// Whether the dimensions from d on are contiguous, in their order.
bool is_array(const View& view, size_t d);

/// Whether a tensor is contiguous, without a view of it: small calls gain what that takes.
bool is_array(const Tensor& tensor);

/// Whether an image is channels last: its channels are contiguous, then its pixels in their order.
bool is_channels_last(const View& view);

/// Room for the elements of a view of floats, in the order of its dimensions, from `memory` on, which is
/// moved after it. To copy them in another order, the view's dimensions are moved first.
View in_order(const View& view, float*& memory);

/// Moves dimension d after the `last` one.
void move_behind(View& view, size_t d, size_t last);

}  // namespace etk::vec
