// Transposed convolutions of floats: products, whose results are added to the out under the kernel.
#pragma once

#include "etk/convolution/convolution.h"

namespace etk::vec {

/// Transposed convolution of floats. Fails if the context has too little memory.
FasterConvolution convolve_transposed;

/// Transposed convolution of channels-last floats. Also returns false if the context has too little memory
/// for a copy of the kernels.
FasterConvolution convolve_transposed_channels;

}  // namespace etk::vec
