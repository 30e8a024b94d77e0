// Convolutions of floats: as products of matrices whose columns, or rows where channels are last in memory,
// are packed as they are needed; and where each channel has a kernel of its own, directly.
#pragma once

#include "etk/convolution/convolution.h"
#include "vec/base/layout.h"

namespace etk::vec {

/// For floats. Fails where the context has too little memory.
FasterConvolution convolve;

/// What `convolve` and convolve_transposed do, for tensors in any order in memory. False as well if the
/// context has too little memory for copies in the order of dimensions, where those are needed.
FasterConvolution convolve_floats;

/// `convolve` for every dtype that is computed in float. False as well if the context has too little memory
/// for what is not Float.
FasterConvolution convolve_any;

/// `convolve` where each group has one channel of the input.
FasterConvolution convolve_depthwise;

/// `convolve_depthwise` where channels are last in memory, and so few that the first cache keeps the kernels.
/// False as well if the context has too little memory for these.
FasterConvolution convolve_pixels;

}  // namespace etk::vec
