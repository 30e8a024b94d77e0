#include "vec/convolution/patches.h"

#include "vec/base/memory.h"

#include <algorithm>
#include <cstring>

namespace etk::vec {

void PlaceColumns::pack(size_t first, size_t count, size_t k, size_t depth, float* to, size_t stride) const {
  // Adjacent pixels of a line of the out correspond to a line of the image. A panel has no more lines than
  // columns.
  Line lines[kMostLines];
  size_t line_count = 0;
  const size_t last = g_.last();
  Window::Index at = {0, 0, 0}, tap = {0, 0, 0};
  g_.locate(g_.out, first, at);
  for (size_t done = 0; done < count; ++line_count) {
    Line& line = lines[line_count];
    const auto left = static_cast<int64_t>(count - done), rest = g_.out[last] - at[last];
    line.count = rest < left ? rest : left;
    for (size_t d = 0; d < g_.window.rank; ++d) {
      line.start[d] = g_.index(d, at[d], 0);
    }
    done += static_cast<size_t>(line.count);
    at[last] = g_.out[last] - 1;
    advance_in(at);
  }
  const auto kernel = static_cast<size_t>(g_.window.kernel_size());
  const float* channel = g_.image + static_cast<ptrdiff_t>(k / kernel) * g_.channel;
  g_.locate(g_.window.kernel, k % kernel, tap);
  for (size_t i = 0; i < depth; ++i, to += stride) {
    float* part = to;
    for (size_t l = 0; l < line_count; part += lines[l++].count) {
      copy_line(channel, lines[l], tap, part);
    }
    if (!advance(tap, g_.window.kernel)) {
      channel += g_.channel;
    }
  }
}

// Advances to the next pixel, or wraps to the first.
void PlaceColumns::advance_in(Window::Index& at) const {
  for (size_t d = g_.window.rank; d-- > 0;) {
    if (++at[d] < g_.out[d]) {
      return;
    }
    at[d] = 0;
  }
}

// Copies the input of a kernel position, with zeros outside the image.
void PlaceColumns::copy_line(
    const float* image, const Line& line, const Window::Index& tap, float* to) const {
  const size_t last = g_.last();
  for (size_t d = 0; d < last; ++d) {
    const int64_t i = line.start[d] + tap[d] * g_.window.dilation[d];
    if (i < 0 || i >= g_.window.input[d]) {
      std::memset(to, 0, static_cast<size_t>(line.count) * sizeof(float));
      return;
    }
    image += i * g_.steps[d];
  }
  const int64_t n = line.count, size = g_.window.input[last], step = g_.window.stride[last];
  int64_t from = line.start[last] + tap[last] * g_.window.dilation[last], i = 0;
  for (; i < n && from < 0; ++i, from += step) {
    to[i] = 0;
  }
  int64_t inside = n;
  if (from + (n - i - 1) * step >= size) {
    inside = from < size ? i + (size - from + step - 1) / step : i;
  }
  const ptrdiff_t next = step * g_.steps[last];
  const float* at = image + from * g_.steps[last];
  // Copies a few elements at a time: most lines are too short for a call of memcpy.
  if (next == 1) {
    for (; i + 8 <= inside; i += 8, at += 8) {
      std::memcpy(to + i, at, 8 * sizeof(float));
    }
  }
  for (; i + 4 <= inside; i += 4, at += 4 * next) {
    to[i] = at[0];
    to[i + 1] = at[next];
    to[i + 2] = at[2 * next];
    to[i + 3] = at[3 * next];
  }
  for (; i < inside; ++i, at += next) {
    to[i] = *at;
  }
  for (; i < n; ++i) {
    to[i] = 0;
  }
}

void PlaceRows::pack(size_t first, size_t count, size_t k, size_t depth, float* to, size_t stride) const {
  Window::Index at = {0, 0, 0}, tap = {0, 0, 0};
  g_.locate(g_.out, first, at);
  g_.locate(g_.window.kernel, k / channels_, tap);
  for (size_t row = 0; row < count; ++row, to += stride) {
    pack_row(at, tap, k % channels_, depth, to);
    advance(at, g_.out);
  }
}

void PlaceRows::pack_row(
    const Window::Index& at, const Window::Index& first_tap, size_t channel, size_t depth, float* to) const {
  const size_t last = g_.last();
  // The input pixels of a line of taps may be contiguous, as their channels are.
  const bool are_joined =
      g_.window.dilation[last] == 1 && g_.steps[last] == static_cast<ptrdiff_t>(channels_);
  Window::Index tap = {first_tap[0], first_tap[1], first_tap[2]};
  for (size_t done = 0; done < depth;) {
    const int64_t taps = are_joined ? g_.window.kernel[last] - tap[last] : 1;
    const size_t n = std::min(static_cast<size_t>(taps) * channels_ - channel, depth - done);
    const int64_t i = g_.index(last, at[last], tap[last]);
    // The number of elements before a column.
    const auto count_to = [&](int64_t column) {
      const int64_t count = (column - i) * static_cast<int64_t>(channels_) - static_cast<int64_t>(channel);
      return std::min(static_cast<size_t>(std::max(count, int64_t{0})), n);
    };
    ptrdiff_t offset = 0;
    const bool is_inside = g_.find_line(at, tap, offset);
    const size_t begin = is_inside ? count_to(0) : n, end = is_inside ? count_to(g_.window.input[last]) : n;
    std::fill_n(to + done, begin, 0.0F);
    const float* from = g_.image + offset + i * g_.steps[last] + channel;
    copy_few(from + begin, end - begin, to + done + begin);
    std::fill_n(to + done + end, n - end, 0.0F);
    done += n;
    channel = 0;
    tap[last] += taps - 1;
    advance(tap, g_.window.kernel);
  }
}

void KernelColumns::pack(size_t first, size_t count, size_t k, size_t depth, float* to, size_t stride) const {
  const auto channels = static_cast<size_t>(weight_.sizes[1]);
  for (size_t i = k; i < k + depth; ++i, to += stride) {
    // The taps of a kernel are contiguous.
    const float* from = floats_of(weight_) + (i % channels) * kernel_size_ + i / channels;
    for (size_t j = 0; j < count; ++j) {
      to[j] = from[static_cast<ptrdiff_t>(first + j) * stride_of(weight_, 0)];
    }
  }
}

}  // namespace etk::vec
