// Convolutions of floats: as products of matrices whose columns, or rows where channels are last in memory,
// are packed as they are needed; and where each channel has a kernel of its own, directly.
#pragma once

#include "etk/convolution/convolution.h"
#include "vec/base/layout.h"

namespace etk::vec {

/// What Convolution::run does, for floats. True if the call is settled: done, or failed because the context
/// has too little memory. False if this is none of the convolutions it can do; nothing has been written then.
bool convolve(
    Context& ctx,
    const Convolution& convolution,
    const View& input,
    const View& weight,
    const View* bias,
    const View& out);

/// What `convolve` and convolve_transposed do, for tensors in any order in memory. False as well if the
/// context has too little memory for copies in the order of dimensions, where those are needed.
bool convolve_floats(
    Context& ctx,
    const Convolution& convolution,
    const View& input,
    const View& weight,
    const View* bias,
    const View& out);

/// `convolve` for every dtype that is computed in float. False as well if the context has too little memory
/// for what is not Float.
bool convolve_any(
    Context& ctx,
    const Convolution& convolution,
    const View& input,
    const View& weight,
    const View* bias,
    const View& out);

/// `convolve` where each group has one channel of the input.
bool convolve_depthwise(
    Context& ctx,
    const Convolution& convolution,
    const View& input,
    const View& weight,
    const View* bias,
    const View& out);

/// `convolve_depthwise` where channels are last in memory, and so few that the first cache keeps the kernels.
/// False as well if the context has too little memory for these.
bool convolve_pixels(
    Context& ctx,
    const Convolution& convolution,
    const View& input,
    const View& weight,
    const View* bias,
    const View& out);

}  // namespace etk::vec
