// Transposed convolutions of channels-last floats: input pixels are the rows of a product with all kernels,
// and the vector of each tap of a pixel is added to a pixel of the out.

#include "vec/convolution/transposed_convolution.h"  // IWYU pragma: associated

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/convolution/transposed_channels.cpp"
#include "vec/base/each_target.h"

#include "vec/base/rows-inl.h"

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

#include "vec/base/layout.h"
#include "vec/base/parallel.h"
#include "vec/move/copy.h"
#include "vec/product/gemm.h"

#include <executorch/runtime/kernel/kernel_runtime_context.h>

#include <algorithm>

namespace etk::vec {

HWY_EXPORT(add_array);

namespace {

// Some output channels: each thread has its own channels, because taps of several pixels fall on the same
// output pixel. If they do not, each thread has its own pixels instead.
struct Slice {
  const Window& window;
  size_t depth;   // input channels
  size_t stride;  // all output channels
  size_t channels;
  Window::Index out;
  const float* kernels;  // ordered by input channel, then by tap, with the output channels of this slice
  float* terms;          // of a block of pixels
  size_t block;
  Panels panels;

  size_t width() const {
    return static_cast<size_t>(window.kernel_size()) * channels;
  }

  // Computes some pixels of one batch element.
  void run(const float* from, size_t begin, size_t end, float* to) const {
    for (size_t first = begin; first < end; first += block) {
      const size_t count = std::min(block, end - first);
      multiply_places(from + first * depth, count);
      add(first, count, to);
    }
  }

 private:
  void multiply_places(const float* from, size_t count) const {
    const FloatMatrix places{from, static_cast<ptrdiff_t>(depth), 1};
    const FloatMatrix columns{kernels, static_cast<ptrdiff_t>(width()), 1};
    const LeftMatrix a(places);
    const RightMatrix b(columns);
    FloatProduct product{a, b, &places, &columns};
    product.m = count;
    product.n = width();
    product.k = depth;
    product.out = terms;
    product.out_stride = static_cast<ptrdiff_t>(width());
    multiply(product, panels);
  }

  // Adds the term of each tap of some pixels.
  void add(size_t first, size_t count, float* to) const {
    const auto add = HWY_DYNAMIC_POINTER(add_array);
    const float* next = terms;
    for (size_t place = first; place < first + count; ++place) {
      Window::Index tap = {0, 0, 0};
      do {
        ptrdiff_t pixel;
        if (find(place, tap, pixel)) {
          add(next, channels, to + pixel * static_cast<ptrdiff_t>(stride));
        }
        next += channels;
      } while (advance(tap, window.kernel));
    }
  }

  // The output pixel where a tap of an input pixel falls; false if it is outside.
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
  // Below this size, a call for each tap of a pixel does not pay off.
  constexpr int64_t kFewest = 16, kLeast = 256;
  const Window& window = convolution.window();
  if (convolution.groups() != 1 || out.sizes[1] < kFewest || input.sizes[1] * out.sizes[1] < kLeast ||
      !is_channels_last(input) || !is_channels_last(out) || (is_array(input, 1) && is_array(out, 1))) {
    return false;
  }
  const auto depth = static_cast<size_t>(input.sizes[1]), channels = static_cast<size_t>(out.sizes[1]);
  const auto taps = static_cast<size_t>(window.kernel_size());
  const size_t width = taps * channels,
               block = std::max(std::min(kMostPlaces, kMostTerms / width), size_t{1});
  Window::Index sizes = {1, 1, 1};
  size_t places = 1, pixels = 1;
  bool overlaps = false;
  for (size_t d = 0; d < window.rank; ++d) {
    sizes[d] = out.sizes[d + 2];
    places *= static_cast<size_t>(window.input[d]);
    pixels *= static_cast<size_t>(sizes[d]);
    overlaps = overlaps || window.reach(d) > window.stride[d];
  }
  // With fewer channels, two threads would write to the same cache lines.
  constexpr size_t kLeastSlice = 32;
  const size_t threads = thread_count();
  const size_t wanted = std::min(overlaps ? channels / kLeastSlice : places / kMostPlaces, threads);
  Panels panels;
  if (!panels.allocate(ctx, width, depth, std::max(wanted, size_t{1}))) {
    return true;
  }
  const size_t parts = panels.parts, slices = overlaps ? parts : 1;
  const auto memory =
      ctx.allocate_temp((depth * width + parts * block * (width / slices + taps)) * sizeof(float), 64);
  if (!memory.ok()) {
    return false;
  }
  auto *const kernels = static_cast<float*>(*memory), *behind = kernels;
  const auto first_of = [&](size_t slice) { return slice * channels / slices; };
  for (size_t i = 0; i < slices; ++i) {
    View some = weight;
    some.slice(1, static_cast<int64_t>(first_of(i)), static_cast<int64_t>(first_of(i + 1) - first_of(i)));
    move_behind(some, 1, some.rank - 1);
    vec::copy(some, in_order(some, behind));
  }
  const auto batches = static_cast<size_t>(input.sizes[0]);
  float* const all = const_cast<float*>(floats_of(out));
  parallel(batches * pixels, channels, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      bias ? std::copy_n(floats_of(*bias), channels, all + i * channels)
           : std::fill_n(all + i * channels, channels, 0.0F);
    }
  });
  const auto run = [&](size_t i, size_t part) {
    const size_t first = overlaps ? first_of(i) : 0, count = overlaps ? first_of(i + 1) - first : channels;
    const size_t begin = overlaps ? 0 : i * places / parts,
                 end = overlaps ? places : (i + 1) * places / parts;
    float* const terms = behind + i * block * (width / slices + taps);
    const Slice slice{window,
                      depth,
                      channels,
                      count,
                      {sizes[0], sizes[1], sizes[2]},
                      kernels + first * taps * depth,
                      terms,
                      block,
                      panels.part(part)};
    for (size_t batch = 0; batch < batches; ++batch) {
      slice.run(
          floats_of(input) + batch * places * depth, begin, end, all + batch * pixels * channels + first);
    }
  };
  parallel_items(parts, parts, batches * places * depth * width / parts / 32, run);
  return true;
}

}  // namespace etk::vec

#endif  // HWY_ONCE
