#include "etk/convolution/columns.h"

#include "etk/base/chunk.h"
#include "etk/base/copy.h"

namespace etk {

void image_to_columns(
    CopyFunction copy, FillFunction fill, const Columns& columns, const View& image, const View& to) {
  const Window& window = columns.window;
  // The dimensions of the columns: batch, channels, taps, pixels.
  View taps = to;
  taps.split(2, columns.places[1]);
  taps.split(1, window.kernel_size());
  if (window.padding[0] > 0 || window.padding[1] > 0) {
    fill(to, 0);
  }
  for (int64_t tap = 0; tap < window.kernel_size(); ++tap) {
    const int64_t k[] = {tap / window.kernel[1], tap % window.kernel[1]};
    View from = image, part = taps;
    part.remove(2, tap);
    bool is_inside = true;
    for (size_t d = 0; d < 2; ++d) {
      const Span span = columns.places_of(d, k[d]);
      is_inside = is_inside && span.count > 0;
      const int64_t index = span.first * span.step - window.padding[d] + k[d] * window.dilation[d];
      from.slice(2 + d, is_inside ? index : 0, span.count, span.step);
      part.slice(2 + d, span.first, span.count);
    }
    if (is_inside) {
      copy(from, part);
    }
  }
}

void columns_to_image(AddColumnsFunction add, const Columns& columns, const View& from, const View& to) {
  // A transposed window maps a pixel to the window positions that cover it.
  Window window = columns.window;
  window.transposed = true;
  Window::Index pixels = {1, 1, 1};
  for (size_t d = 0; d < 2; ++d) {
    window.input[d] = columns.places[d];
    pixels[d] = columns.window.input[d];
  }
  const size_t size = value_size(compute_of(from.dtype));
  for (int64_t plane = 0; plane < to.sizes[0] * to.sizes[1]; ++plane) {
    const int64_t batch = plane / to.sizes[1], channel = plane % to.sizes[1];
    const char* data = from.data + batch * from.strides[0];
    char* image = to.data + batch * to.strides[0] + channel * to.strides[1];
    Window::Index pixel = {0, 0, 0}, k = {0, 0, 0}, index;
    do {
      ChunkBuffer values, total = {};
      size_t n = 0;
      int64_t row = channel * window.kernel_size();
      do {
        if (window.locate(pixel, k, index)) {
          const int64_t place = index[0] * columns.places[1] + index[1];
          load(
              from.dtype, data + row * from.strides[1] + place * from.strides[2], 0, 1,
              values.bytes + n++ * size);
        }
        if (n == kChunk) {
          add(values.bytes, n, total.bytes);
          n = 0;
        }
        ++row;
      } while (advance(k, window.kernel));
      add(values.bytes, n, total.bytes);
      store(to.dtype, total.bytes, 1, image + pixel[0] * to.strides[2] + pixel[1] * to.strides[3], 0);
    } while (advance(pixel, pixels));
  }
}

}  // namespace etk
