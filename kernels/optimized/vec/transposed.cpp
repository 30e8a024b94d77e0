// Each place of the input, times the kernels, is what it adds to the places of the out around it. That is a
// product with a row for each channel of the out and tap of its kernel, and a column for each place. A few
// channels and places are computed at a time, and then added up.

#include "vec/transposed.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/transposed.cpp"
#include "vec/each_target.h"

#include "vec/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

// to[i] += terms[i]
HWY_INLINE void add_part(hn::Vec<hn::ScalableTag<float>> terms, size_t n, float* to) {
  const hn::ScalableTag<float> d;
  store_part(hn::Add(load_part(d, to, n), terms), d, to, n);
}

// Adds n elements to those that are `stride` apart.
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
    // What is between them stays as it is, but -0. There is nothing behind the last one.
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

#include "vec/gemm.h"
#include "vec/layout.h"
#include "vec/parallel.h"

#include <executorch/runtime/kernel/kernel_runtime_context.h>

#include <algorithm>

namespace etk::vec {

HWY_EXPORT(add_line);

namespace {

// Places of the input that are computed at a time, and rows, if one channel has not more of them.
constexpr size_t kPlaces = 256, kRows = 256;

size_t product_of(const Window::Index& sizes) {
  return static_cast<size_t>(sizes[0] * sizes[1] * sizes[2]);
}

// The channels of one group for one element of the batch. All views hold just those.
struct Part {
  const Window& window;
  View input, weight, out;
  const float* bias;  // or null

  // `count` channels from `channel` on, with memory of their own if others run meanwhile.
  void run(size_t channel, size_t count, float* terms, const Panels& panels, bool is_part) const {
    const size_t places = product_of(window.input);
    fill(channel, count);
    for (size_t place = 0; place < places; place += kPlaces) {
      run_block(channel, count, place, std::min(kPlaces, places - place), terms, panels, is_part);
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

  // Places from `place` on. Terms are rows of kPlaces.
  void run_block(
      size_t channel,
      size_t count,
      size_t place,
      size_t places,
      float* terms,
      const Panels& panels,
      bool is_part) const {
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
    product.is_part = is_part;
    multiply(product, panels);
    const auto add = [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) {
        add_terms(terms + i * taps() * kPlaces, place, places, plane(channel + i));
      }
    };
    is_part ? add(0, count) : parallel(count, taps() * places, add);
  }

  // What each tap has of some places is added to the plane, by lines of the input.
  void add_terms(const float* rows, size_t place, size_t places, float* plane) const {
    const size_t last = window.rank - 1, end = place + places;
    const int64_t stride = window.stride[last], sizes[] = {window.input[last], out.sizes[last + 2]};
    const auto width = static_cast<size_t>(sizes[0]);
    Window::Index tap = {0, 0, 0};
    do {
      // Of each line, those that do not fall beside the out.
      const int64_t first = falls(last, 0, tap);
      const auto low = static_cast<size_t>(first < 0 ? (stride - 1 - first) / stride : 0);
      const int64_t most = sizes[1] > first ? (sizes[1] - first - 1) / stride + 1 : 0;
      const auto high = static_cast<size_t>(std::min(sizes[0], most));
      for (size_t line = place / width; line * width < end; ++line) {
        const size_t begin = std::max(place, line * width + low), stop = std::min(end, line * width + high);
        float* to = begin < stop ? line_of(line, tap, plane) : nullptr;
        if (to) {
          HWY_DYNAMIC_DISPATCH(add_line)
          (rows + (begin - place), stop - begin, static_cast<size_t>(stride),
           to + first + static_cast<int64_t>(begin - line * width) * stride);
        }
      }
      rows += kPlaces;
    } while (advance(tap, window.kernel));
  }

  // Where a place of the input falls along dimension d of the out.
  int64_t falls(size_t d, size_t place, const Window::Index& tap) const {
    return static_cast<int64_t>(place) * window.stride[d] - window.padding[d] + tap[d] * window.dilation[d];
  }

  // Where a line of the input falls; null if beside the out.
  float* line_of(size_t line, const Window::Index& tap, float* plane) const {
    for (size_t d = window.rank - 1; d-- > 0;) {
      const auto size = static_cast<size_t>(window.input[d]);
      const int64_t at = falls(d, d == 0 ? line : line % size, tap);
      if (at < 0 || at >= out.sizes[d + 2]) {
        return nullptr;
      }
      plane += at * stride_of(out, d + 2);
      line = d == 0 ? 0 : line / size;
    }
    return plane;
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
  // Each thread takes channels of its own, if there are enough: it waits for no other then.
  Panels panels;
  if (!panels.allocate(ctx, kPlaces, depth, std::min(group_channels, thread_count()))) {
    return true;
  }
  const size_t each = (group_channels + panels.parts - 1) / panels.parts;
  const size_t channels = std::max(std::min(each, kRows / taps), size_t{1});
  const size_t size = channels * taps * kPlaces;
  const auto terms = ctx.allocate_temp(panels.parts * size * sizeof(float), 64);
  if (!terms.ok()) {
    fail(ctx, terms.error());
    return true;
  }
  for (int64_t batch = 0; batch < input.sizes[0]; ++batch) {
    for (int64_t group = 0; group < groups; ++group) {
      const float* offsets = bias ? floats_of(*bias) + static_cast<size_t>(group) * group_channels : nullptr;
      Part part{window, input, weight, out, offsets};
      part.input.slice(0, batch, 1);
      part.out.slice(0, batch, 1);
      internal::keep_group(part.input, 1, groups, group);
      internal::keep_group(part.out, 1, groups, group);
      internal::keep_group(part.weight, 0, groups, group);
      const auto run = [&](size_t i, bool is_part) {
        const size_t end = (i + 1) * group_channels / panels.parts;
        for (size_t c = i * group_channels / panels.parts; c < end; c += channels) {
          auto* memory = static_cast<float*>(*terms) + i * size;
          part.run(c, std::min(channels, end - c), memory, panels.part(i), is_part);
        }
      };
      if (panels.parts == 1) {
        run(0, /*is_part=*/false);
        continue;
      }
      const size_t cost = group_channels / panels.parts * taps * depth * product_of(window.input) / 32;
      parallel(panels.parts, cost, [&](size_t begin, size_t end) {
        for (size_t i = begin; i < end; ++i) {
          run(i, /*is_part=*/true);
        }
      });
    }
  }
  return true;
}

}  // namespace etk::vec

#endif  // HWY_ONCE
