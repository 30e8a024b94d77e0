#include "vec/convolution/terms.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/convolution/terms.cpp"
#include "vec/base/each_target.h"

#include "vec/base/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

// to[i] += terms[i]
HWY_INLINE void add_part(hn::Vec<hn::ScalableTag<float>> terms, size_t n, float* to) {
  const hn::ScalableTag<float> d;
  store_part(hn::Add(load_part(d, to, n), terms), d, to, n);
}

// Adds n elements to elements with the given stride.
void add_line(const float* from, size_t n, size_t stride, float* to) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  if (stride > 2) {
    for (size_t i = 0; i < n; ++i) {
      to[i * stride] += from[i];
    }
    return;
  }
  for (size_t i = 0; i < n; i += lanes) {
    const auto terms = load_part(d, from + i, HWY_MIN(lanes, n - i));
    if (stride == 1) {
      add_part(terms, HWY_MIN(lanes, n - i), to + i);
      continue;
    }
    // Adds 0 to the elements in between, which changes only -0. There may be no memory after the last
    // element.
    const size_t reach = HWY_MIN(2 * lanes, 2 * (n - i) - 1), first = HWY_MIN(lanes, reach);
    add_part(hn::InterleaveWholeLower(d, terms, hn::Zero(d)), first, to + 2 * i);
    if (reach > lanes) {
      add_part(hn::InterleaveWholeUpper(d, terms, hn::Zero(d)), reach - lanes, to + 2 * i + lanes);
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/layout.h"

#include <algorithm>

namespace etk::vec {

HWY_EXPORT(add_line);

namespace {

// The index along dimension d of the out where a tap of an input pixel falls.
int64_t falls(const Window& window, size_t d, size_t place, const Window::Index& tap) {
  return static_cast<int64_t>(place) * window.stride[d] - window.padding[d] + tap[d] * window.dilation[d];
}

// The line of the out where a line of the input falls; null if it is outside.
float* line_of(const Window& window, const View& out, size_t line, const Window::Index& tap, float* plane) {
  for (size_t d = window.rank - 1; d-- > 0;) {
    const auto size = static_cast<size_t>(window.input[d]);
    const int64_t at = falls(window, d, d == 0 ? line : line % size, tap);
    if (at < 0 || at >= out.sizes[d + 2]) {
      return nullptr;
    }
    plane += at * stride_of(out, d + 2);
    line = d == 0 ? 0 : line / size;
  }
  return plane;
}

}  // namespace

void add_terms(
    const Window& window,
    const View& out,
    const float* rows,
    size_t row_stride,
    size_t place,
    size_t places,
    float* plane) {
  const size_t last = window.rank - 1, end = place + places;
  const int64_t stride = window.stride[last], sizes[] = {window.input[last], out.sizes[last + 2]};
  const auto width = static_cast<size_t>(sizes[0]);
  Window::Index tap = {0, 0, 0};
  do {
    // The elements of each line that fall inside the out.
    const int64_t first = falls(window, last, 0, tap);
    const auto low = static_cast<size_t>(first < 0 ? (stride - 1 - first) / stride : 0);
    const int64_t most = sizes[1] > first ? (sizes[1] - first - 1) / stride + 1 : 0;
    const auto high = static_cast<size_t>(std::min(sizes[0], most));
    for (size_t line = place / width; line * width < end; ++line) {
      const size_t begin = std::max(place, line * width + low), stop = std::min(end, line * width + high);
      float* to = begin < stop ? line_of(window, out, line, tap, plane) : nullptr;
      if (to) {
        HWY_DYNAMIC_DISPATCH(add_line)
        (rows + (begin - place), stop - begin, static_cast<size_t>(stride),
         to + first + static_cast<int64_t>(begin - line * width) * stride);
      }
    }
    rows += row_stride;
  } while (advance(tap, window.kernel));
}

}  // namespace etk::vec

#endif  // HWY_ONCE
