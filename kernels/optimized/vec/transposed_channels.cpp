// Transposed convolutions of floats whose channels are last in memory: places of the input are rows of a
// product with all kernels, and each tap of a place is a vector that is added to a place of the out.

#include "vec/transposed.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/transposed_channels.cpp"
#include "vec/each_target.h"

#include "vec/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

// to[i] += from[i]
void add_array(const float* from, size_t n, float* to) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  for (size_t i = 0; i < n; i += lanes) {
    const size_t left = HWY_MIN(lanes, n - i);
    store_part(hn::Add(load_part(d, to + i, left), load_part(d, from + i, left)), d, to + i, left);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/copy.h"
#include "vec/gemm.h"
#include "vec/layout.h"
#include "vec/parallel.h"

#include <executorch/runtime/kernel/kernel_runtime_context.h>

#include <algorithm>

namespace etk::vec {

HWY_EXPORT(add_array);

namespace {

// One element of the batch.
struct Image {
  const Window& window;
  const float* from;
  size_t depth;  // channels of the input
  float* to;
  size_t channels;  // of the out
  Window::Index out = {1, 1, 1};

  size_t taps() const {
    return static_cast<size_t>(window.kernel_size());
  }

  void fill(const float* bias) const {
    const auto places = static_cast<size_t>(out[0] * out[1] * out[2]);
    parallel(places, channels, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) {
        bias ? std::copy_n(bias, channels, to + i * channels)
             : std::fill_n(to + i * channels, channels, 0.0F);
      }
    });
  }

  void multiply_places(
      size_t first, size_t count, const float* kernels, float* terms, const Panels& panels) const {
    const size_t width = taps() * channels;
    const FloatMatrix places{from + first * depth, static_cast<ptrdiff_t>(depth), 1};
    const FloatMatrix columns{kernels, static_cast<ptrdiff_t>(width), 1};
    const LeftMatrix a(places);
    const RightMatrix b(columns);
    FloatProduct product{a, b, &places, &columns};
    product.m = count;
    product.n = width;
    product.k = depth;
    product.out = terms;
    product.out_stride = static_cast<ptrdiff_t>(width);
    multiply(product, panels);
  }

  // Adds what each tap has of some places. Each thread has channels of its own, as taps fall on the same
  // places.
  void add(size_t first, size_t count, const float* terms) const {
    constexpr size_t kPart = 16;
    parallel((channels + kPart - 1) / kPart, count * taps() * kPart, [&](size_t begin, size_t end) {
      const size_t channel = begin * kPart, n = std::min(channels, end * kPart) - channel;
      const auto add = HWY_DYNAMIC_POINTER(add_array);
      const float* next = terms + channel;
      for (size_t place = first; place < first + count; ++place) {
        Window::Index tap = {0, 0, 0};
        do {
          ptrdiff_t pixel;
          if (find(place, tap, pixel)) {
            add(next, n, to + pixel * static_cast<ptrdiff_t>(channels) + channel);
          }
          next += channels;
        } while (advance(tap, window.kernel));
      }
    });
  }

 private:
  // Where a tap of a place falls; false if beside the out.
  bool find(size_t place, const Window::Index& tap, ptrdiff_t& pixel) const {
    ptrdiff_t step = 1;
    pixel = 0;
    for (size_t d = window.rank; d-- > 0; step *= out[d]) {
      const auto size = static_cast<size_t>(window.input[d]);
      const auto at = static_cast<int64_t>(place % size) * window.stride[d] - window.padding[d] +
                      tap[d] * window.dilation[d];
      if (at < 0 || at >= out[d]) {
        return false;
      }
      pixel += at * step;
      place /= size;
    }
    return true;
  }
};

}  // namespace

bool convolve_transposed_channels(
    Context& ctx,
    const Convolution& convolution,
    const View& input,
    const View& weight,
    const View* bias,
    const View& out) {
  constexpr size_t kMostPlaces = 256, kMostTerms = size_t{1} << 16;
  // Of less, each tap of a place is not worth a call.
  constexpr int64_t kFewest = 16, kLeast = 256;
  const Window& window = convolution.window();
  if (convolution.groups() != 1 || out.sizes[1] < kFewest || input.sizes[1] * out.sizes[1] < kLeast ||
      !is_channels_last(input) || !is_channels_last(out) || (is_array(input, 1) && is_array(out, 1))) {
    return false;
  }
  Image image{
      window, floats_of(input), static_cast<size_t>(input.sizes[1]), const_cast<float*>(floats_of(out)),
      static_cast<size_t>(out.sizes[1])};
  size_t places = 1;
  for (size_t d = 0; d < window.rank; ++d) {
    places *= static_cast<size_t>(window.input[d]);
    image.out[d] = out.sizes[d + 2];
  }
  const size_t width = image.taps() * image.channels, count = image.depth * width;
  const size_t block = std::max(std::min(kMostPlaces, kMostTerms / width), size_t{1});
  const auto memory = ctx.allocate_temp((count + block * width) * sizeof(float), 64);
  if (!memory.ok()) {
    return false;
  }
  // Channel by channel of the input, tap by tap, and all channels of the out of each.
  View kernels = weight;
  kernels.data = static_cast<char*>(*memory);
  auto next = static_cast<ptrdiff_t>(sizeof(float));
  const auto put = [&](size_t d) {
    kernels.strides[d] = next;
    next *= kernels.sizes[d];
  };
  put(1);
  for (size_t d = kernels.rank; d-- > 2;) {
    put(d);
  }
  put(0);
  vec::copy(weight, kernels);
  Panels panels;
  if (!panels.allocate(ctx, width, image.depth)) {
    return true;
  }
  float* terms = static_cast<float*>(*memory) + count;
  for (int64_t batch = 0; batch < input.sizes[0]; ++batch) {
    image.fill(bias ? floats_of(*bias) : nullptr);
    for (size_t first = 0; first < places; first += block) {
      const size_t some = std::min(block, places - first);
      image.multiply_places(first, some, floats_of(kernels), terms, panels);
      image.add(first, some, terms);
    }
    image.from += places * image.depth;
    image.to += static_cast<size_t>(image.out[0] * image.out[1] * image.out[2]) * image.channels;
  }
  return true;
}

}  // namespace etk::vec

#endif  // HWY_ONCE
