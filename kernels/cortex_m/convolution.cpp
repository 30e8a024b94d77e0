#include "convolution.h"

#include "requantize.h"

namespace etk {
namespace {

constexpr size_t kSpatial = 2;

// A number for each output channel; or absent.
class Channels {
 public:
  explicit Channels(const Tensor& tensor) : view_(tensor) {}

  bool fits(int64_t channels) const {
    return view_.dtype == ScalarType::Int && view_.rank == 1 && view_.sizes[0] == channels;
  }
  int32_t operator[](int64_t channel) const {
    return *reinterpret_cast<const int32_t*>(view_.data + channel * view_.strides[0]);
  }

 private:
  View view_;
};

bool read_pair(ArrayRef<int64_t> list, int64_t least, Window::Index& values) {
  return list.size() == kSpatial && read_spatial(list, kSpatial, least, values);
}

// Reads the geometry of the window, and the size of the result; false if the arguments are inconsistent.
bool read_window(
    const QuantizedConvolution& c,
    const View& input,
    const View& weight,
    Window& window,
    Window::Index& size) {
  window.rank = kSpatial;
  window.transposed = c.output_padding.has_value();
  Window::Index more = {0, 0, 0};
  if (!read_pair(c.stride, 1, window.stride) || !read_pair(c.padding, 0, window.padding) ||
      !read_pair(c.dilation, 1, window.dilation) ||
      (window.transposed && !read_pair(*c.output_padding, 0, more))) {
    return false;
  }
  for (size_t d = 0; d < kSpatial; ++d) {
    window.input[d] = input.sizes[2 + d];
    window.kernel[d] = weight.sizes[1 + d];
    if (window.input[d] == 0 || window.kernel[d] == 0 ||
        (more[d] > 0 && more[d] >= window.stride[d] && more[d] >= window.dilation[d])) {
      return false;
    }
    size[d] = window.out_size(d) + more[d];
    if (size[d] <= 0 || !is_size(size[d])) {
      return false;
    }
  }
  return true;
}

// Σ (x + offset) · w over n channels.
uint32_t dot(
    const char* x, ptrdiff_t x_stride, int32_t offset, const char* w, ptrdiff_t w_stride, int64_t n) {
  uint32_t sum = 0;
  for (int64_t i = 0; i < n; ++i, x += x_stride, w += w_stride) {
    const uint32_t shifted =
        static_cast<uint32_t>(*reinterpret_cast<const int8_t*>(x)) + static_cast<uint32_t>(offset);
    sum += shifted * static_cast<uint32_t>(*reinterpret_cast<const int8_t*>(w));
  }
  return sum;
}

}  // namespace

Tensor& run_convolution(Context& ctx, const QuantizedConvolution& c, Tensor& out) {
  const View input = images(c.input, c.layout);
  View weight(c.weight);
  ETK_REQUIRE(ctx, have_dtype(ScalarType::Char, c.input, c.weight, out), out);
  ETK_REQUIRE(ctx, c.scratch.scalar_type() == ScalarType::Byte && input.rank == 4 && weight.rank == 4, out);
  if (c.depth_multiplier) {
    weight.swap(0, 3);
  }
  const int64_t channels = weight.sizes[0], depth = weight.sizes[3];
  ETK_REQUIRE(ctx, channels > 0 && depth > 0 && input.sizes[1] > 0 && input.sizes[1] % depth == 0, out);
  const int64_t groups = input.sizes[1] / depth;
  const bool fits_groups = !c.depth_multiplier || (depth == 1 && *c.depth_multiplier == channels / groups);
  ETK_REQUIRE(ctx, channels % groups == 0 && fits_groups, out);
  ETK_REQUIRE(ctx, groups == 1 || !c.output_padding, out);
  Window window;
  Window::Index size = {1, 1, 1};
  ETK_REQUIRE(ctx, read_window(c, input, weight, window, size), out);
  const Channels multipliers(c.multipliers), shifts(c.shifts), biases(c.bias ? *c.bias : c.multipliers);
  ETK_REQUIRE(ctx, multipliers.fits(channels) && shifts.fits(channels) && biases.fits(channels), out);
  for (int64_t channel = 0; channel < channels; ++channel) {
    ETK_REQUIRE(ctx, (Requantize{multipliers[channel], shifts[channel]}.is_valid()), out);
  }
  const QuantizedResult result{c.output_offset, c.activation_min, c.activation_max};
  ETK_REQUIRE(ctx, are_int32({c.input_offset}) && result.is_valid(), out);
  const int64_t batch = input.sizes[0];
  if (!resize_images(ctx, out, batch, channels, size, c.layout)) {
    return out;
  }
  const View to = images(out, c.layout);
  const auto offset = static_cast<int32_t>(c.input_offset);
  for (int64_t image = 0; image < batch; ++image) {
    Window::Index place = {0, 0, 0};
    do {
      for (int64_t channel = 0; channel < channels; ++channel) {
        const char* x =
            input.data + image * input.strides[0] + channel / (channels / groups) * depth * input.strides[1];
        const char* w = weight.data + channel * weight.strides[0];
        uint32_t sum = c.bias ? static_cast<uint32_t>(biases[channel]) : 0;
        Window::Index k = {0, 0, 0}, at = {0, 0, 0};
        do {
          if (window.locate(place, k, at)) {
            sum +=
                dot(x + at[0] * input.strides[2] + at[1] * input.strides[3], input.strides[1], offset,
                    w + k[0] * weight.strides[1] + k[1] * weight.strides[2], weight.strides[3], depth);
          }
        } while (advance(k, window.kernel));
        const Requantize requantize{multipliers[channel], shifts[channel]};
        char* y = to.data + image * to.strides[0] + channel * to.strides[1] + place[0] * to.strides[2] +
                  place[1] * to.strides[3];
        *reinterpret_cast<int8_t*>(y) = result(requantize(wrapped(sum)));
      }
    } while (advance(place, size));
  }
  return out;
}

}  // namespace etk
