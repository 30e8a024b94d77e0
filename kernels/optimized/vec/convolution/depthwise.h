// Depthwise convolutions, in one or two dimensions: each group has one input channel.
#pragma once

#include "etk/base/window.h"
#include "vec/convolution/convolution.h"

namespace etk::vec {

/// The parameters of a window of one or two dimensions, as rows and columns.
struct Sizes {
  int64_t input[2] = {1, 1}, kernel[2] = {1, 1}, stride[2] = {1, 1}, padding[2] = {0, 0},
          dilation[2] = {1, 1};
  int64_t out[2] = {1, 1};

  Sizes(const Window& window, const View& result) {
    for (size_t d = 0; d < window.rank; ++d) {
      const size_t i = d + 2 - window.rank;
      input[i] = window.input[d];
      kernel[i] = window.kernel[d];
      stride[i] = window.stride[d];
      padding[i] = window.padding[d];
      dilation[i] = window.dilation[d];
      out[i] = result.sizes[d + 2];
    }
  }

  // The size of the padded image that the kernel covers, along dimension d.
  size_t padded(size_t d) const {
    return static_cast<size_t>((out[d] - 1) * stride[d] + dilation[d] * (kernel[d] - 1) + 1);
  }
};

/// Temporary memory; null, with a failure in the context, if it has too little.
float* take_floats(Context& ctx, size_t count);

/// Computes each channel separately, from a padded copy. Always returns true: the call is done or has failed.
bool convolve_planes(
    Context& ctx,
    const Sizes& sizes,
    const View& input,
    const View& weight,
    const View* bias,
    const View& out,
    const Epilogue& epilogue);

/// The maximum number of taps of a kernel for convolve_channels.
constexpr size_t kMostTaps = 64;

/// Computes vectors of channels of channels-last tensors. Always returns true: the call is done or has
/// failed.
bool convolve_channels(
    Context& ctx,
    const Sizes& sizes,
    const View& input,
    const View& weight,
    const View* bias,
    const View& out,
    const Epilogue& epilogue);

}  // namespace etk::vec
