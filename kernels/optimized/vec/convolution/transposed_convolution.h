// Transposed convolutions of floats: products, which are added to where the kernel falls in the out.
#pragma once

#include "etk/convolution/convolution.h"

namespace etk::vec {

/// What Convolution::run does, for floats. True if the call is settled: done, or failed because the context
/// has too little memory. False if this is none of the convolutions it can do; nothing has been written then.
bool convolve_transposed(
    Context& ctx,
    const Convolution& convolution,
    const View& input,
    const View& weight,
    const View* bias,
    const View& out);

/// A transposed convolution where channels are last in memory. False as well if the context has too little
/// memory for a copy of the kernels.
bool convolve_transposed_channels(
    Context& ctx,
    const Convolution& convolution,
    const View& input,
    const View& weight,
    const View* bias,
    const View& out);

}  // namespace etk::vec
