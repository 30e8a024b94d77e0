// What the taps of a window have for the places around them, added up.
#pragma once

#include "etk/base/window.h"

namespace etk::vec {

/// Adds what each tap has of some places of the window's input, from number `place` on, to where they fall in
/// a plane of `out`, which is that at the first batch and channel. The taps are rows, row_stride apart.
void add_terms(
    const Window& window,
    const View& out,
    const float* rows,
    size_t row_stride,
    size_t place,
    size_t places,
    float* plane);

}  // namespace etk::vec
