// Each input pixel, times the kernels, is added to the output pixels around it. The terms are a product with
// a row for each output channel and tap, and a column for each input pixel. The terms of a few channels and
// pixels are computed at a time, and then added to the out.

#include "vec/convolution/transposed_convolution.h"

#include "vec/base/layout.h"
#include "vec/base/parallel.h"
#include "vec/convolution/terms.h"
#include "vec/product/gemm.h"

#include <algorithm>

namespace etk::vec {
namespace {

// The number of input pixels per block, and the maximum number of rows, unless one channel has more.
constexpr size_t kPlaces = 256, kMostRows = 256;

size_t product_of(const Window::Index& sizes) {
  return static_cast<size_t>(sizes[0] * sizes[1] * sizes[2]);
}

// The channels of one group and one batch element. The views hold only these.
struct TransposedGroup {
  const Window& window;
  View input, weight, out;
  const float* bias;  // or null

  // Computes `count` channels from `channel` on.
  void run(size_t channel, size_t count, float* terms, const Panels& panels) const {
    const size_t places = product_of(window.input);
    fill(channel, count);
    for (size_t place = 0; place < places; place += kPlaces) {
      run_block(channel, count, place, std::min(kPlaces, places - place), terms, panels);
    }
  }

 private:
  size_t taps() const {
    return product_of(window.kernel);
  }
  float* plane(size_t channel) const {
    return const_cast<float*>(floats_of(out)) + static_cast<ptrdiff_t>(channel) * stride_of(out, 1);
  }

  void fill(size_t first, size_t count) const {
    size_t size = 1;
    for (size_t d = 2; d < out.rank; ++d) {
      size *= static_cast<size_t>(out.sizes[d]);
    }
    for (size_t c = first; c < first + count; ++c) {
      std::fill_n(plane(c), size, bias ? bias[c] : 0);
    }
  }

  // Computes pixels from `place` on. The terms are rows of kPlaces.
  void run_block(
      size_t channel, size_t count, size_t place, size_t places, float* terms, const Panels& panels) const {
    const FloatMatrix kernels{floats_of(weight) + channel * taps(), 1, stride_of(weight, 0)};
    const FloatMatrix image{floats_of(input) + place, stride_of(input, 1), 1};
    const LeftMatrix a(kernels);
    const RightMatrix b(image);
    FloatProduct product{a, b};
    product.left = &kernels;
    product.right = &image;
    product.m = count * taps();
    product.n = places;
    product.k = static_cast<size_t>(input.sizes[1]);
    product.out = terms;
    product.out_stride = kPlaces;
    multiply(product, panels);
    parallel(count, taps() * places, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) {
        add_terms(window, out, terms + i * taps() * kPlaces, kPlaces, place, places, plane(channel + i));
      }
    });
  }
};

}  // namespace

bool convolve_transposed(
    Context& ctx,
    const Convolution& convolution,
    const View& input,
    const View& weight,
    const View* bias,
    const View& out) {
  const Window& window = convolution.window();
  if (out.dtype != ScalarType::Float || !is_array(input, 2) || !is_array(weight, 1) || !is_array(out, 2) ||
      (bias && bias->strides[0] != static_cast<ptrdiff_t>(sizeof(float)))) {
    return false;
  }
  const auto taps = product_of(window.kernel), group_channels = static_cast<size_t>(weight.sizes[1]);
  const int64_t groups = convolution.groups();
  const auto depth = static_cast<size_t>(input.sizes[1] / groups);
  // If there are enough channels, each thread computes its own channels, without waiting for others.
  Panels panels;
  if (!panels.allocate(ctx, kPlaces, depth, std::min(group_channels, thread_count()))) {
    return true;
  }
  const size_t each = (group_channels + panels.parts - 1) / panels.parts;
  const size_t channels = std::max(std::min(each, kMostRows / taps), size_t{1});
  const size_t size = channels * taps * kPlaces;
  auto* const terms = static_cast<float*>(allocate(ctx, panels.parts * size * sizeof(float), 64));
  if (!terms) {
    return true;
  }
  for (int64_t batch = 0; batch < input.sizes[0]; ++batch) {
    for (int64_t group = 0; group < groups; ++group) {
      const float* offsets = bias ? floats_of(*bias) + static_cast<size_t>(group) * group_channels : nullptr;
      TransposedGroup part{window, input, weight, out, offsets};
      part.input.slice(0, batch, 1);
      part.out.slice(0, batch, 1);
      internal::keep_group(part.input, 1, groups, group);
      internal::keep_group(part.out, 1, groups, group);
      internal::keep_group(part.weight, 0, groups, group);
      const size_t cost = group_channels / panels.parts * taps * depth * product_of(window.input) / 32;
      parallel_items(panels.parts, panels.parts, cost, [&](size_t i, size_t) {
        const size_t end = (i + 1) * group_channels / panels.parts;
        for (size_t c = i * group_channels / panels.parts; c < end; c += channels) {
          part.run(c, std::min(channels, end - c), terms + i * size, panels.part(i));
        }
      });
    }
  }
  return true;
}

}  // namespace etk::vec
