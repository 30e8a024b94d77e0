// The sums of a few pixels with many channels are computed at once: the bytes that they are computed from are
// packed, as unsigned integers, into the rows of a panel, which integer_panel-inl.h multiplies.
// integer_depthwise.cpp has depthwise convolutions.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/quantize/integer_convolution.cpp"
#define ETK_VEC_DOTS_OF_BYTES
#include "vec/base/each_target.h"

#include "etk/quantize/integer_convolution.h"
#include "vec/quantize/integer_panel-inl.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

#ifndef ETK_VEC_INTEGER_CONVOLUTION_ONCE
#define ETK_VEC_INTEGER_CONVOLUTION_ONCE

namespace etk::vec {

// An image, and the pixels of the out that read it.
struct IntegerImage {
  const IntegerConvolution* convolution;
  const int8_t* input;  // channels last
  int8_t* out;
  size_t width;       // of the out
  bool is_pixelwise;  // the inputs of a pixel are one pixel, at the same place
};

}  // namespace etk::vec

#endif  // once

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

size_t pixels_of_target() {
  return kPixels;
}

// Copies n > 0 bytes as unsigned integers.
HWY_INLINE void copy_unsigned(const int8_t* from, size_t n, uint8_t* to) {
  const SignedBytes d;
  const size_t lanes = hn::Lanes(d);
  const auto sign = hn::Set(d, -128);
  auto* const bytes = reinterpret_cast<int8_t*>(to);
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    hn::StoreU(hn::Xor(hn::LoadU(d, from + i), sign), d, bytes + i);
  }
  if (i < n) {
    hn::StoreN(hn::Xor(hn::LoadN(d, from + i, n - i), sign), d, bytes + i, n - i);
  }
}

// Packs the inputs of a pixel.
HWY_INLINE void pack_pixel(const IntegerImage& image, int64_t row, int64_t column, uint8_t* to) {
  const IntegerConvolution& c = *image.convolution;
  const Window& window = c.window;
  const auto channels = c.input.sizes[1];
  const auto outside = static_cast<uint8_t>(c.padding + 128);
  const int64_t left = column * window.stride[1] - window.padding[1];
  const bool is_inside = window.dilation[1] == 1 && left >= 0 && left + window.kernel[1] <= window.input[1];
  for (int64_t y = 0; y < window.kernel[0]; ++y) {
    const int64_t at_y = row * window.stride[0] - window.padding[0] + y * window.dilation[0];
    const size_t n = static_cast<size_t>(window.kernel[1] * channels);
    if (at_y < 0 || at_y >= window.input[0]) {
      std::memset(to, outside, n);
    } else if (is_inside) {
      copy_unsigned(image.input + (at_y * window.input[1] + left) * channels, n, to);
    } else {
      for (int64_t x = 0; x < window.kernel[1]; ++x) {
        const int64_t at_x = left + x * window.dilation[1];
        uint8_t* const place = to + x * channels;
        if (at_x < 0 || at_x >= window.input[1]) {
          std::memset(place, outside, static_cast<size_t>(channels));
        } else {
          copy_unsigned(
              image.input + (at_y * window.input[1] + at_x) * channels, static_cast<size_t>(channels), place);
        }
      }
    }
    to += n;
  }
}

// Computes channels of adjacent pixels, at most kPixels. `room` has `stride` bytes for each of them.
void convolve_pixels_of_target(
    const IntegerImage& image,
    size_t pixel,
    size_t rows,
    size_t begin,
    size_t end,
    uint8_t* room,
    size_t stride) {
  const IntegerConvolution& c = *image.convolution;
  const size_t quads = c.quads(), depth = static_cast<size_t>(c.depth());
  if (image.is_pixelwise && stride == depth) {
    copy_unsigned(image.input + pixel * depth, rows * depth, room);
  } else {
    auto row = static_cast<int64_t>(pixel / image.width), column = static_cast<int64_t>(pixel % image.width);
    for (size_t r = 0; r < rows; ++r) {
      std::memset(room + r * stride + 4 * (quads - 1), 0, 4);
      pack_pixel(image, row, column, room + r * stride);
      if (++column == static_cast<int64_t>(image.width)) {
        column = 0;
        ++row;
      }
    }
  }
  const Panel panel = {room, stride, &c, image.out + pixel * c.channels};
  multiply_panel(panel, rows, quads, begin, end);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include <executorch/runtime/kernel/kernel_runtime_context.h>

#include "vec/base/layout.h"
#include "vec/base/parallel.h"
#include "vec/quantize/integer_convolution.h"
#include "vec/quantize/integer_depthwise.h"

#include <algorithm>

namespace etk::vec {

HWY_EXPORT(pixels_of_target);
HWY_EXPORT(convolve_pixels_of_target);

namespace {

template <typename T>
T* try_allocate(Context& ctx, size_t count) {
  const auto memory = ctx.allocate_temp(count * sizeof(T), 64);
  return memory.ok() ? static_cast<T*>(memory.get()) : nullptr;
}

// The input with its channels last; its data is null if there is no memory to copy it.
View with_channels_last(Context& ctx, const View& input) {
  View result = input;
  if (is_channels_last(input)) {
    return result;
  }
  result.data = try_allocate<char>(ctx, input.numel());
  result.strides[1] = 1;
  result.strides[3] = input.sizes[1];
  result.strides[2] = result.strides[3] * input.sizes[3];
  result.strides[0] = result.strides[2] * input.sizes[2];
  if (!result.data) {
    return result;
  }
  const auto rows = static_cast<size_t>(input.sizes[0]) * static_cast<size_t>(input.sizes[2]);
  parallel(rows, static_cast<size_t>(result.strides[2]), [&](size_t begin, size_t end) {
    for (size_t row = begin; row < end; ++row) {
      const auto image = static_cast<ptrdiff_t>(row) / input.sizes[2];
      const auto line = static_cast<ptrdiff_t>(row) % input.sizes[2];
      const char* from = input.data + image * input.strides[0] + line * input.strides[2];
      char* to = result.data + image * result.strides[0] + line * result.strides[2];
      for (ptrdiff_t c = 0; c < input.sizes[1]; ++c, from += input.strides[1], ++to) {
        for (ptrdiff_t x = 0; x < input.sizes[3]; ++x) {
          to[x * result.strides[3]] = from[x * input.strides[3]];
        }
      }
    }
  });
  return result;
}

bool convolve_images(
    Context& ctx, const IntegerConvolution& convolution, const View& input, const View& out) {
  const size_t most = HWY_DYNAMIC_DISPATCH(pixels_of_target)();
  const auto function = HWY_DYNAMIC_POINTER(convolve_pixels_of_target);
  const size_t pixels = static_cast<size_t>(out.sizes[2]) * static_cast<size_t>(out.sizes[3]);
  const size_t panels = (pixels + most - 1) / most, channels = convolution.channels;
  // Few pixels are divided by channels.
  constexpr size_t kSlice = 64, kFewPanels = 8;
  const size_t slices = panels < kFewPanels ? (channels + kSlice - 1) / kSlice : 1;
  const size_t slice = slices > 1 ? kSlice : channels;
  const Window& window = convolution.window;
  const bool is_pixelwise = window.kernel_size() == 1 && window.stride[0] == 1 && window.stride[1] == 1 &&
                            window.padding[0] == 0 && window.padding[1] == 0;
  const size_t quads = convolution.quads(), stride = 4 * quads;
  const size_t memories = memories_for(slices * panels), floats = separate_floats(most * quads);
  auto* const room = try_allocate<float>(ctx, memories * floats);
  if (!room) {
    return false;
  }
  // Four products take a 3rd to a 16th of an elementary operation, depending on the instructions for bytes.
  const size_t cost = most * slice * quads / 8 + 1;
  for (int64_t image = 0; image < out.sizes[0]; ++image) {
    const IntegerImage each = {
        &convolution, reinterpret_cast<const int8_t*>(input.data + image * input.strides[0]),
        reinterpret_cast<int8_t*>(out.data + image * out.strides[0]), static_cast<size_t>(out.sizes[3]),
        is_pixelwise};
    parallel_items(slices * panels, memories, cost, [&](size_t item, size_t memory) {
      const size_t panel = item / slices, begin = item % slices * slice;
      const size_t first = panel * pixels / panels, last = (panel + 1) * pixels / panels;
      function(
          each, first, last - first, begin, std::min(begin + slice, channels),
          reinterpret_cast<uint8_t*>(room + memory * floats), stride);
    });
  }
  return true;
}

}  // namespace

bool convolve_integers(Context& ctx, const IntegerConvolution& convolution, const View& out) {
  if (!is_channels_last(out)) {
    return false;
  }
  if (convolution.is_depthwise && !is_small_depthwise(convolution)) {
    return false;
  }
  const View input = with_channels_last(ctx, convolution.input);
  if (!input.data) {
    return false;
  }
  if (convolution.is_depthwise) {
    convolve_depthwise(convolution, input, out);
    return true;
  }
  return convolve_images(ctx, convolution, input, out);
}

}  // namespace etk::vec

#endif  // HWY_ONCE
