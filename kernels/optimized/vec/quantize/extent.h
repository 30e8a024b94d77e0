// The range of an array, from which quantizers choose scales.
#pragma once

#include "etk/quantize/extent.h"

namespace etk::vec {

/// An etk::ExtentFunction. Uses only the calling thread.
void widen_extent(const float* x, size_t n, Extent<float>& extent);

}  // namespace etk::vec
