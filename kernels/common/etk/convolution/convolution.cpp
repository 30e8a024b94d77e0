#include "etk/convolution/convolution.h"

#include <cstring>

namespace etk {

const char* internal::at(const View& view, size_t channel_dim, int64_t channel, const Window::Index& index) {
  const char* data = view.data + channel * view.strides[channel_dim];
  for (size_t d = 0; d + 2 < view.rank; ++d) {
    data += index[d] * view.strides[d + 2];
  }
  return data;
}

void internal::keep_group(View& view, size_t d, int64_t groups, int64_t group) {
  const int64_t size = view.sizes[d] / groups;
  view.slice(d, group * size, size);
}

namespace {

using internal::at;
using internal::keep_group;

// A channel and position of a kernel: one index k of the product.
struct Tap {
  int64_t channel;
  Window::Index k = {0, 0, 0};

  Tap(const Window& window, size_t index) : channel(static_cast<int64_t>(index) / window.kernel_size()) {
    int64_t rest = static_cast<int64_t>(index) % window.kernel_size();
    for (size_t d = Window::kMaxSpatial; d-- > 0; rest /= window.kernel[d]) {
      k[d] = rest % window.kernel[d];
    }
  }

  void next(const Window& window) {
    channel += !advance(k, window.kernel);
  }
};

// Row i: the patch under the kernel at the i-th position along the last dimension of the out.
class Patches final : public Factor {
 public:
  Patches(const Window& window, const View& input) : window_(window), input_(input) {}

  const void* read(size_t row, size_t k, size_t n, Source& source) const override {
    Window::Index position = {out[0], out[1], out[2]};
    position[window_.rank - 1] = static_cast<int64_t>(row);
    Tap tap(window_, k);
    Window::Index index;
    if (window_.kernel_size() == 1 && window_.locate(position, tap.k, index)) {
      return source.read(at(input_, 1, tap.channel, index), input_.strides[1], n);
    }
    const size_t size = value_size(compute_of(input_.dtype));
    char* values = source.buffer();
    std::memset(values, 0, n * size);
    for (size_t i = 0; i < n; ++i, tap.next(window_)) {
      if (window_.locate(position, tap.k, index)) {
        load(input_.dtype, at(input_, 1, tap.channel, index), 0, 1, values + i * size);
      }
    }
    return values;
  }

  Window::Index out = {0, 0, 0};  // the position in the dimensions before the last

 private:
  const Window& window_;
  const View& input_;  // of one batch element and group
};

// Row i: the kernel of output channel i.
class Kernels final : public Factor {
 public:
  Kernels(const Window& window, const View& weight) : window_(window), weight_(weight) {}

  const void* read(size_t row, size_t k, size_t n, Source& source) const override {
    const size_t in = window_.transposed ? 0 : 1;
    const char* data = weight_.data + static_cast<ptrdiff_t>(row) * weight_.strides[1 - in];
    const size_t size = value_size(compute_of(weight_.dtype));
    Tap tap(window_, k);
    char* values = source.buffer();
    for (size_t i = 0; i < n; ++i, tap.next(window_)) {
      const ptrdiff_t offset = at(weight_, in, tap.channel, tap.k) - weight_.data;
      load(weight_.dtype, data + offset, 0, 1, values + i * size);
    }
    return values;
  }

 private:
  const Window& window_;
  const View& weight_;  // of one group
};

// Whether the elements of each row are contiguous, in the order of taps.
bool is_contiguous(const View& weight) {
  auto next = static_cast<ptrdiff_t>(weight.element_size);
  bool contiguous = true;
  for (size_t d = weight.rank; d-- > 1; next *= weight.sizes[d]) {
    contiguous &= weight.sizes[d] == 1 || weight.strides[d] == next;
  }
  return contiguous;
}

// Computes the channels of one group and one batch element. The views hold only these.
void convolve(
    DotFunction dot,
    const Window& window,
    const View& input,
    const View& weight,
    const View* bias,
    const View& out) {
  const size_t last = window.rank - 1;
  Patches patches(window, input);
  const Kernels kernels(window, weight);
  const Matrix contiguous_kernels(
      weight.data, weight.strides[0], static_cast<ptrdiff_t>(weight.element_size));
  const bool is_matrix = !window.transposed && is_contiguous(weight);
  Product product{patches, is_matrix ? static_cast<const Factor&>(contiguous_kernels) : kernels, out.dtype};
  product.m = out.sizes[last + 2];
  product.n = out.sizes[1];
  product.k = input.sizes[1] * static_cast<size_t>(window.kernel_size());
  product.out_strides[0] = out.strides[last + 2];
  product.out_strides[1] = out.strides[1];
  if (bias) {
    product.bias = bias->data;
    product.bias_strides[1] = bias->strides[0];
  }
  Window::Index lines = {1, 1, 1};  // positions in the dimensions before the last
  for (size_t d = 0; d < last; ++d) {
    lines[d] = out.sizes[d + 2];
  }
  do {
    product.out = const_cast<char*>(at(out, 1, 0, patches.out));
    run(dot, product);
  } while (advance(patches.out, lines));
}

}  // namespace

bool Convolution::read(
    const View& input,
    const View& weight,
    ArrayRef<int64_t> stride,
    ArrayRef<int64_t> padding,
    ArrayRef<int64_t> dilation,
    bool transposed,
    ArrayRef<int64_t> output_padding,
    int64_t groups) {
  window_.rank = input.rank - 2;
  window_.transposed = transposed;
  groups_ = groups;
  return input.rank >= 3 && window_.rank <= Window::kMaxSpatial && weight.rank == input.rank &&
         read_spatial(stride, window_.rank, 1, window_.stride) &&
         read_spatial(padding, window_.rank, 0, window_.padding) &&
         read_spatial(dilation, window_.rank, 1, window_.dilation) && groups > 0 && is_size(groups) &&
         find_shape(input, weight, output_padding);
}

bool Convolution::find_shape(const View& input, const View& weight, ArrayRef<int64_t> output_padding) {
  const bool transposed = window_.transposed;
  const size_t in = transposed ? 0 : 1;  // the dimension of input channels in weight
  const int64_t out_channels = weight.sizes[1 - in] * (transposed ? groups_ : 1);
  const int64_t in_channels = weight.sizes[in] * (transposed ? 1 : groups_);
  if (input.sizes[1] != in_channels || in_channels % groups_ != 0 || out_channels % groups_ != 0 ||
      !is_size(out_channels)) {
    return false;
  }
  shape_.push_back(input.sizes[0]);
  shape_.push_back(out_channels);
  Window::Index extra = {0, 0, 0};
  if (!read_spatial(output_padding, window_.rank, 0, extra)) {
    return false;
  }
  for (size_t d = 0; d < window_.rank; ++d) {
    window_.input[d] = input.sizes[d + 2];
    window_.kernel[d] = weight.sizes[d + 2];
    const int64_t added = transposed ? extra[d] : 0;
    const int64_t size = window_.kernel[d] > 0 ? window_.out_size(d) + added : 0;
    if (!is_size(size) || (size == 0 && !transposed) ||
        (added > 0 && added >= window_.stride[d] && added >= window_.dilation[d])) {
      return false;
    }
    shape_.push_back(size);
  }
  return true;
}

void Convolution::run(
    DotFunction dot, const View& input, const View& weight, const View* bias, const View& out) const {
  for (int64_t batch = 0; batch < input.sizes[0]; ++batch) {
    for (int64_t group = 0; group < groups_; ++group) {
      View part = input, weights = weight, to = out, offsets(bias ? *bias : weight);
      part.slice(0, batch, 1);
      to.slice(0, batch, 1);
      keep_group(part, 1, groups_, group);
      keep_group(to, 1, groups_, group);
      keep_group(weights, 0, groups_, group);
      keep_group(offsets, 0, groups_, group);
      convolve(dot, window_, part, weights, bias ? &offsets : nullptr, to);
    }
  }
}

}  // namespace etk
