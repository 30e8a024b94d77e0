// Convolutions of floats: as matrix products whose columns (or rows, if the tensors are channels-last) are
// packed on the fly; directly if each channel has its own kernel.
#pragma once

#include "etk/convolution/convolution.h"
#include "vec/base/layout.h"
#include "vec/product/epilogue.h"

namespace etk::vec {

/// Like FasterConvolution. The epilogue is applied to the sums, which include the bias.
using FusedConvolution = bool(
    Context& ctx,
    const Convolution& convolution,
    const View& input,
    const View& weight,
    const View* bias,
    const View& out,
    const Epilogue& epilogue);

/// Convolution of floats. Fails if the context has too little memory.
FusedConvolution convolve;

/// Like `convolve` and convolve_transposed, for tensors with any memory layout. Also returns false if
/// contiguous copies are needed and the context has too little memory for them.
FusedConvolution convolve_floats;

/// Like `convolve`, for every dtype that is computed in float. Also returns false if the context has too
/// little memory to widen other dtypes than Float.
FusedConvolution convolve_any;

/// Like `convolve`, if each group has one input channel.
FusedConvolution convolve_depthwise;

/// Like `convolve_depthwise`, for channels-last tensors with so few channels that the kernels fit the
/// first-level cache. Also returns false if the context has too little memory for the kernels.
FusedConvolution convolve_pixels;

}  // namespace etk::vec
