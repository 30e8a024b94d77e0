// Depthwise convolutions of Chars.
#pragma once

#include "etk/quantize/integer_convolution.h"

namespace etk::vec {

/// Whether the window is small enough for convolve_depthwise.
bool is_small_depthwise(const IntegerConvolution& convolution);

/// Computes an out with channels last, from an input that replaces that of the convolution, with channels
/// last too.
void convolve_depthwise(const IntegerConvolution& convolution, const View& input, const View& out);

}  // namespace etk::vec
