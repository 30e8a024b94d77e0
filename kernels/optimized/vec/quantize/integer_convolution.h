// Convolutions and linear layers of Chars, with dot products of bytes.
#pragma once

#include "etk/quantize/integer_convolution.h"

namespace etk::vec {

/// An etk::IntegerConvolutionFunction for outs whose channels are contiguous.
bool convolve_integers(Context& ctx, const IntegerConvolution& convolution, const View& out);

}  // namespace etk::vec
