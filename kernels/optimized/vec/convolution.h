// Convolutions of floats: as products of matrices whose columns, or rows where channels are last in memory,
// are packed as they are needed; and where each channel has a kernel of its own, directly.
#pragma once

#include "etk/convolution.h"

namespace etk::vec {

/// What Convolution::run does, for floats. True if the call is settled: done, or failed because the context
/// has too little memory. False if this is none of the convolutions it can do; nothing has happened then.
bool convolve(
    Context& ctx,
    const Convolution& convolution,
    const View& input,
    const View& weight,
    const View* bias,
    const View& out);

/// The same where each group has one channel of the input.
bool convolve_depthwise(
    Context& ctx,
    const Convolution& convolution,
    const View& input,
    const View& weight,
    const View* bias,
    const View& out);

inline const float* floats_of(const View& view) {
  return static_cast<const float*>(static_cast<const void*>(view.data));
}

/// Floats from one element to the next along dimension d.
inline ptrdiff_t stride_of(const View& view, size_t d) {
  return view.strides[d] / static_cast<ptrdiff_t>(sizeof(float));
}

/// Whether the elements from dimension d on lie one behind the other in the order of dimensions.
bool is_array(const View& view, size_t d);

/// Whether the channels of an image lie one behind the other, and then the places in their order.
bool is_channels_last(const View& view);

}  // namespace etk::vec
