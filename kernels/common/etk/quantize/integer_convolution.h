// Convolutions and linear layers of Chars: integer products, summed exactly, and quantized again.
#pragma once

#include "etk/base/faster.h"
#include "etk/base/window.h"
#include "etk/quantize/requantize.h"

namespace etk {

/// The weights of channels, in the order that vectors read: (⌈channels / 16⌉, quads, 16, 4). Index k of
/// channel c is at [c / 16][k / 4][c % 16][k % 4]; indices after the last are 0.
constexpr int64_t kPackedChannels = 16, kPackedIndices = 4;

/// Whether the dimensions of a view are contiguous and in their order.
bool is_in_order(const View& view);

/// out = clamp(round(sum · multiplier) + zero_point), with sum = bias + Σ (input + 128) · weight modulo 2³²,
/// and Requantize's arithmetic. Inputs outside of the image are `padding`, the zero point of the input.
///
/// Index k of a channel's weights is (y · width + x) · channels + c, if each channel of the out sums over all
/// channels of the input. If it is depthwise, it is x · ⌈height / 4⌉ · 4 + y: the columns of the kernel.
struct IntegerConvolution {
  explicit IntegerConvolution(const View& image) : input(image) {}

  View input;  // (batch, channels, height, width)
  Window window;
  bool is_depthwise = false;
  int8_t padding = 0;
  const int8_t* weight = nullptr;
  const int32_t* bias = nullptr;
  size_t channels = 0;  // of the out
  Requantize requantize;

  int64_t column_height() const {
    return (window.kernel[0] + kPackedIndices - 1) / kPackedIndices * kPackedIndices;
  }
  /// The number of indices of a channel's weights.
  int64_t depth() const {
    return is_depthwise ? window.kernel[1] * column_height() : window.kernel_size() * input.sizes[1];
  }
  size_t quads() const {
    return static_cast<size_t>((depth() + kPackedIndices - 1) / kPackedIndices);
  }
  int32_t weight_at(size_t channel, size_t k) const {
    const size_t block = channel / kPackedChannels * quads() + k / kPackedIndices;
    const size_t place = channel % kPackedChannels * kPackedIndices + k % kPackedIndices;
    return weight[block * kPackedChannels * kPackedIndices + place];
  }

  /// Reads the parameters of channels; false if they do not match the window.
  bool read(const Tensor& packed, const Tensor& biases, const Tensor& multipliers);

  /// Computes an out of this shape, which is a view of Chars.
  void run(const View& out) const;
};

/// A faster implementation of run. It returns false if it does not support the layout, or if there is not
/// enough temporary memory.
using IntegerConvolutionFunction =
    bool (*)(Context& ctx, const IntegerConvolution& convolution, const View& out);

/// Computes the out with the function that is registered for operator `kOp`, if there is one.
template <const char* kOp>
void run_integers(Context& ctx, const IntegerConvolution& convolution, const View& out) {
  if (!try_faster<kOp, IntegerConvolutionFunction>(ctx, convolution, out)) {
    convolution.run(out);
  }
}

}  // namespace etk
