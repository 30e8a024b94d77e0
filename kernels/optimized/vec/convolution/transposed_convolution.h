// Transposed convolutions of floats: products, which are added to where the kernel falls in the out.
#pragma once

#include "etk/convolution/convolution.h"

namespace etk::vec {

/// Transposed convolutions of floats. Fails where the context has too little memory.
FasterConvolution convolve_transposed;

/// A transposed convolution where channels are last in memory. False as well if the context has too little
/// memory for a copy of the kernels.
FasterConvolution convolve_transposed_channels;

}  // namespace etk::vec
