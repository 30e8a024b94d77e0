// Scatter-addition of the products of taps in transposed convolutions.
#pragma once

#include "etk/base/window.h"

namespace etk::vec {

/// Adds the term of each tap, for the window's input pixels from number `place` on, to the pixels of a plane
/// of `out` where they fall: the plane of the first batch element and channel. The taps are rows of `terms`,
/// row_stride apart.
void add_terms(
    const Window& window,
    const View& out,
    const float* rows,
    size_t row_stride,
    size_t place,
    size_t places,
    float* plane);

}  // namespace etk::vec
