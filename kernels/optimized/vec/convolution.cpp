#include "vec/convolution.h"

#include "vec/gemm.h"

#include <cstring>

namespace etk::vec {
namespace {

// Places in an image: of the out, and with the kernel at a place what it falls on.
struct Geometry {
  const Window& window;
  const float* image;
  ptrdiff_t channel;                     // distances
  ptrdiff_t steps[Window::kMaxSpatial];  // along each dimension
  Window::Index out = {1, 1, 1};         // sizes

  Geometry(const Window& window, const View& input, const View& out_view)
      : window(window), image(floats_of(input)), channel(stride_of(input, 1)) {
    for (size_t d = 0; d < Window::kMaxSpatial; ++d) {
      steps[d] = d < window.rank ? stride_of(input, d + 2) : 0;
      out[d] = d < window.rank ? out_view.sizes[d + 2] : 1;
    }
  }

  size_t last() const {
    return window.rank - 1;
  }

  // The index into dimension d of the image.
  int64_t index(size_t d, int64_t at, int64_t tap) const {
    return at * window.stride[d] - window.padding[d] + tap * window.dilation[d];
  }

  // The offset of a line of the image: all dimensions but the last. False if it is beside the image.
  bool find_line(const Window::Index& at, const Window::Index& tap, ptrdiff_t& offset) const {
    offset = 0;
    for (size_t d = 0; d < last(); ++d) {
      const int64_t i = index(d, at[d], tap[d]);
      if (i < 0 || i >= window.input[d]) {
        return false;
      }
      offset += i * steps[d];
    }
    return true;
  }

  // The place with a number, in the order of dimensions.
  void locate(const Window::Index& sizes, size_t number, Window::Index& at) const {
    auto rest = static_cast<int64_t>(number);
    for (size_t d = window.rank; d-- > 0; rest /= sizes[d]) {
      at[d] = rest % sizes[d];
    }
  }
};

// Column i: what the kernel falls on at the i-th place of the out, channel by channel.
class PlaceColumns final : public Factor {
 public:
  explicit PlaceColumns(const Geometry& geometry) : g_(geometry) {}

  void pack(size_t first, size_t count, size_t k, size_t depth, float* to, size_t stride) const override {
    // Places on one line of the out are on one line of the image. A panel has no more lines than columns.
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

 private:
  static constexpr size_t kMostLines = 64;

  struct Line {
    int64_t start[Window::kMaxSpatial];  // in the image, under the first position of the kernel
    int64_t count;
  };

  void advance_in(Window::Index& at) const {
    for (size_t d = g_.window.rank; d-- > 0;) {
      if (++at[d] < g_.out[d]) {
        return;
      }
      at[d] = 0;
    }
  }

  // What a position of the kernel falls on, with zeros beside the image.
  void copy_line(const float* image, const Line& line, const Window::Index& tap, float* to) const {
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
    // A few at a time: most lines are too short for a call of memcpy.
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

  const Geometry& g_;
};

// Row i: the same for images with the channels last: tap by tap, and of each all channels.
class PlaceRows final : public Factor {
 public:
  PlaceRows(const Geometry& geometry, size_t channels) : g_(geometry), channels_(channels) {}

  void pack(size_t first, size_t count, size_t k, size_t depth, float* to, size_t stride) const override {
    const size_t last = g_.last();
    for (size_t row = 0; row < count; ++row, to += stride) {
      Window::Index at = {0, 0, 0}, tap = {0, 0, 0};
      g_.locate(g_.out, first + row, at);
      g_.locate(g_.window.kernel, k / channels_, tap);
      size_t channel = k % channels_;
      for (size_t done = 0; done < depth;) {
        const size_t rest = channels_ - channel, n = rest < depth - done ? rest : depth - done;
        ptrdiff_t offset;
        const int64_t i = g_.index(last, at[last], tap[last]);
        if (i >= 0 && i < g_.window.input[last] && g_.find_line(at, tap, offset)) {
          std::memcpy(to + done, g_.image + offset + i * g_.steps[last] + channel, n * sizeof(float));
        } else {
          std::memset(to + done, 0, n * sizeof(float));
        }
        done += n;
        channel = 0;
        advance(tap, g_.window.kernel);
      }
    }
  }

 private:
  const Geometry& g_;
  const size_t channels_;
};

// Column i: the kernel of channel i of the out, tap by tap, and of each all channels of the input.
class KernelColumns final : public Factor {
 public:
  KernelColumns(const View& weight, size_t kernel_size) : weight_(weight), kernel_size_(kernel_size) {}

  void pack(size_t first, size_t count, size_t k, size_t depth, float* to, size_t stride) const override {
    const auto channels = static_cast<size_t>(weight_.sizes[1]);
    for (size_t i = k; i < k + depth; ++i, to += stride) {
      // The taps of a kernel lie one behind the other.
      const float* from = floats_of(weight_) + (i % channels) * kernel_size_ + i / channels;
      for (size_t j = 0; j < count; ++j) {
        to[j] = from[static_cast<ptrdiff_t>(first + j) * stride_of(weight_, 0)];
      }
    }
  }

 private:
  const View& weight_;
  const size_t kernel_size_;
};

bool is_pointwise(const Window& window) {
  bool plain = window.kernel_size() == 1;
  for (size_t d = 0; d < window.rank; ++d) {
    plain = plain && window.stride[d] == 1 && window.padding[d] == 0;
  }
  return plain;
}

// One group of one image. All views hold just that.
struct Part {
  const Window& window;
  View input, weight, out;
  const View* bias;
  const Panels& panels;

  FloatProduct product(const Factor& a, const Factor& b, size_t m, size_t n) const {
    FloatProduct product{a, b};
    product.m = m;
    product.n = n;
    product.k = static_cast<size_t>(weight.sizes[1]) * static_cast<size_t>(window.kernel_size());
    product.out = const_cast<float*>(floats_of(out));
    product.bias = bias ? floats_of(*bias) : nullptr;
    return product;
  }

  void run(const Geometry& geometry, size_t places) const {
    const auto channels = static_cast<size_t>(out.sizes[1]);
    const FloatMatrix kernels{floats_of(weight), stride_of(weight, 0), 1};
    const FloatMatrix image{floats_of(input), stride_of(input, 1), 1};
    const PlaceColumns patches(geometry);
    const RightMatrix pixels(image);
    const LeftMatrix rows(kernels);
    const bool pointwise = is_pointwise(window) && is_array(input, 2);
    FloatProduct p =
        product(rows, pointwise ? static_cast<const Factor&>(pixels) : patches, channels, places);
    p.left = pointwise ? &kernels : nullptr;
    p.right = pointwise ? &image : nullptr;
    p.out_stride = stride_of(out, 1);
    p.bias_strides[0] = bias ? stride_of(*bias, 0) : 0;
    multiply(p, panels);
  }

  void run_channels_last(const Geometry& geometry, size_t places) const {
    const auto channels = static_cast<size_t>(weight.sizes[1]);
    const PlaceRows rows(geometry, channels);
    const KernelColumns columns(weight, static_cast<size_t>(window.kernel_size()));
    const FloatMatrix kernels{floats_of(weight), 1, stride_of(weight, 0)};
    const RightMatrix array(kernels);
    const bool in_order = stride_of(weight, 1) == 1 || window.kernel_size() == 1;
    const bool same = channels == 1 || in_order;
    FloatProduct p = product(
        rows, same ? static_cast<const Factor&>(array) : columns, places, static_cast<size_t>(out.sizes[1]));
    p.out_stride = stride_of(out, geometry.last() + 2);
    p.bias_strides[1] = 1;
    multiply(p, panels);
  }
};

void keep_group(View& view, size_t d, int64_t groups, int64_t group) {
  internal::keep_group(view, d, groups, group);
}

}  // namespace

bool convolve(
    Context& ctx,
    const Convolution& convolution,
    const View& input,
    const View& weight,
    const View* bias,
    const View& out) {
  const Window& window = convolution.window();
  const int64_t groups = convolution.groups();
  if (out.dtype != ScalarType::Float || window.transposed ||
      (bias && bias->strides[0] != static_cast<ptrdiff_t>(sizeof(float)))) {
    return false;
  }
  if (out.numel() == 0) {
    return true;
  }
  if (weight.sizes[1] == 1 && groups > 1 && convolve_depthwise(ctx, convolution, input, weight, bias, out)) {
    return true;
  }
  const bool weight_is_array = is_array(weight, 1);
  const bool channels_last =
      is_channels_last(input) && is_channels_last(out) && (!is_array(input, 1) || !is_array(out, 1));
  const bool fits = channels_last ? weight_is_array || is_channels_last(weight)
                                  : weight_is_array && is_array(out, 2) && is_array(input, 2);
  if (!fits) {
    return false;
  }
  size_t places = 1;
  for (size_t d = 2; d < out.rank; ++d) {
    places *= static_cast<size_t>(out.sizes[d]);
  }
  const int64_t depth = weight.sizes[1] * window.kernel_size();
  const auto channels = static_cast<size_t>(out.sizes[1] / groups);
  Panels panels;
  if (!panels.allocate(ctx, channels_last ? channels : places, static_cast<size_t>(depth))) {
    return true;
  }
  for (int64_t batch = 0; batch < input.sizes[0]; ++batch) {
    for (int64_t group = 0; group < groups; ++group) {
      Part part{window, input, weight, out, nullptr, panels};
      part.input.slice(0, batch, 1);
      part.out.slice(0, batch, 1);
      keep_group(part.input, 1, groups, group);
      keep_group(part.out, 1, groups, group);
      keep_group(part.weight, 0, groups, group);
      View offsets(bias ? *bias : weight);
      keep_group(offsets, 0, groups, group);
      part.bias = bias ? &offsets : nullptr;
      const Geometry geometry(window, part.input, part.out);
      channels_last ? part.run_channels_last(geometry, places) : part.run(geometry, places);
    }
  }
  return true;
}

}  // namespace etk::vec
