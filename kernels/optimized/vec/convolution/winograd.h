// Convolutions of 3 x 3 taps by Winograd's algorithm F(2 x 2, 3 x 3): 16 multiplications for 2 x 2 pixels,
// not 36 (Lavin and Gray, Fast Algorithms for Convolutional Neural Networks, 2015).
#pragma once

#include "vec/convolution/convolution.h"

namespace etk::vec {

/// Like `convolve`, for contiguous tensors with one group. The error of a sum is relative to the largest
/// products of its window's elements with any of the kernel's weights. Also returns false if the algorithm is
/// not supported or not faster, the context has too little memory, or a sum is not finite: infinite elements
/// would become NaN.
FusedConvolution convolve_tiles;

}  // namespace etk::vec
