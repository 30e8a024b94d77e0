// A call of a pool over lines, planes or volumes. All are treated as volumes, whose first dimensions may have
// size 1.
#pragma once

#include "etk/pool/pool.h"
#include "vec/base/array.h"
#include "vec/base/layout.h"

namespace etk::vec {

/// The dimensions of a volume: depth, height and width.
constexpr size_t kZ = 0, kY = 1, kX = 2;

/// A range of indices.
struct Part {
  size_t first, count;

  size_t end() const {
    return first + count;
  }
};

struct PoolCall {
  PoolCall(const Pool& pool, const PoolMean* mean, const Tensor& self, const Tensor& out, int64_t* indices)
      : pool(pool),
        mean(mean),
        missing(Window::kMaxSpatial - pool.window().rank),
        from(volumes_of(self)),
        to(volumes_of(out)),
        indices(indices) {
    const Window& own = pool.window();
    window.rank = Window::kMaxSpatial;
    for (size_t d = 0; d < own.rank; ++d) {
      window.input[missing + d] = own.input[d];
      window.kernel[missing + d] = own.kernel[d];
      window.stride[missing + d] = own.stride[d];
      window.padding[missing + d] = own.padding[d];
      window.dilation[missing + d] = own.dilation[d];
    }
  }

  const Pool& pool;
  const PoolMean* mean;  // null for the maximum
  size_t missing;        // the dimensions that the pool has less than a volume
  Window window;         // of pools that slide
  View from;             // (batch, channels, depth, height, width), even without a batch
  View to;
  int64_t* indices;  // of the maxima, with the layout of `to`

  /// The indices of the window at index `at` of dimension d.
  Span span(size_t d, int64_t at) const {
    return d < missing ? Span{0, 1, 1} : pool.span(d - missing, at);
  }
  /// The part of an adaptive window along dimension d.
  Part part(size_t d, size_t at) const {
    const Span indices = span(d, static_cast<int64_t>(at));
    return {static_cast<size_t>(indices.first), static_cast<size_t>(indices.count)};
  }
  /// The factor of the divisor for dimension d: the product of all is PoolMean::divisor_at.
  int64_t divisor(size_t d, int64_t at) const {
    if (mean->divisor) {
      return d == kX ? *mean->divisor : 1;
    }
    return d < missing ? 1 : pool.size(d - missing, at, mean->with_padding);
  }
  /// The size of the input, and of the out, along dimension d.
  int64_t input(size_t d) const {
    return from.sizes[d + 2];
  }
  int64_t output(size_t d) const {
    return to.sizes[d + 2];
  }

  bool is_planes() const {
    return is_array(from, 2) && is_array(to, 2);
  }
  bool is_last() const {
    return is_channels_last(from) && is_channels_last(to);
  }

  static Array array_at(const View& view, size_t batch, size_t channel) {
    const char* data = view.data + static_cast<ptrdiff_t>(batch) * view.strides[0] +
                       static_cast<ptrdiff_t>(channel) * view.strides[1];
    return {data, view.dtype};
  }
  /// The address of the index for the first element of a part of the out.
  int64_t* index_of(const Array& out) const {
    return indices + (out.data - to.data) / out.element_size();
  }

 private:
  View volumes_of(const Tensor& tensor) const {
    View view(tensor);
    if (view.rank == pool.window().rank + 1) {
      view.prepend(1);
    }
    while (view.rank < Window::kMaxSpatial + 2) {
      view.insert(2);
      // As in a tensor that has this dimension, so that the layout can be recognized.
      view.strides[2] = view.strides[3] * view.sizes[3];
    }
    return view;
  }
};

}  // namespace etk::vec
