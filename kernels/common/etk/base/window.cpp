#include "etk/base/window.h"

namespace etk {

bool Window::locate(const Index& out, const Index& k, Index& index) const {
  for (size_t d = 0; d < rank; ++d) {
    if (transposed) {
      const int64_t at = out[d] + padding[d] - k[d] * dilation[d];
      index[d] = at / stride[d];
      if (at % stride[d] != 0) {
        return false;
      }
    } else {
      index[d] = out[d] * stride[d] - padding[d] + k[d] * dilation[d];
    }
    if (index[d] < 0 || index[d] >= input[d]) {
      return false;
    }
  }
  return true;
}

Span Window::span(size_t d, int64_t out) const {
  const int64_t start = out * stride[d] - padding[d], left = input[d] - start;
  const int64_t before = start < 0 ? (dilation[d] - 1 - start) / dilation[d] : 0;  // outside the input
  const int64_t end = left > 0 ? (left - 1) / dilation[d] + 1 : 0;
  return {start + before * dilation[d], (end < kernel[d] ? end : kernel[d]) - before, dilation[d]};
}

int64_t Window::out_size(size_t d, bool ceil_mode) const {
  if (transposed) {
    return (input[d] - 1) * stride[d] - 2 * padding[d] + reach(d);
  }
  const int64_t room = input[d] + 2 * padding[d] - reach(d) + (ceil_mode ? stride[d] - 1 : 0);
  if (room < 0) {
    return 0;
  }
  int64_t size = room / stride[d] + 1;
  // A window has to start inside the input or the padding before it.
  if (ceil_mode && (size - 1) * stride[d] >= input[d] + padding[d]) {
    --size;
  }
  return size;
}

bool read_spatial(ArrayRef<int64_t> list, size_t rank, int64_t least, Window::Index& values) {
  if (list.size() != 1 && list.size() != rank) {
    return false;
  }
  for (size_t d = 0; d < rank; ++d) {
    values[d] = list[list.size() == 1 ? 0 : d];
    if (values[d] < least || !is_size(values[d])) {
      return false;
    }
  }
  return true;
}

bool advance(Window::Index& index, const Window::Index& sizes) {
  for (size_t d = Window::kMaxSpatial; d-- > 0;) {
    if (++index[d] < sizes[d]) {
      return true;
    }
    index[d] = 0;
  }
  return false;
}

}  // namespace etk
