// A call of a pool over images.
#pragma once

#include "etk/pool.h"
#include "vec/array.h"
#include "vec/layout.h"

namespace etk::vec {

struct PoolCall {
  const Pool& pool;
  const PoolMean* mean;  // null for the largest
  View from;             // (batch, channels, height, width), whatever the batch
  View to;
  int64_t* indices;  // of the largest; their tensor is laid out as `to`

  const Window& window() const {
    return pool.window();
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
  /// The place of the index that goes with the first element of a part of the out.
  int64_t* index_of(const Array& out) const {
    return indices + (out.data - to.data) / out.element_size();
  }

  /// What the divisor has of dimension d: their product is PoolMean::divisor_at.
  int64_t divisor(size_t d, int64_t at) const {
    return !mean->divisor ? pool.size(d, at, mean->with_padding) : d == 0 ? *mean->divisor : 1;
  }
};

}  // namespace etk::vec
