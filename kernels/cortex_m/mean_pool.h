// The mean of each window.
#pragma once

#include "pool.h"

namespace etk {

/// Sets out to the means of windows, for images whose scale is multiplier · 2^(shift - 31).
Tensor& mean_pool(
    Context& ctx,
    const Tensor& input,
    ArrayRef<int64_t> kernel_size,
    ArrayRef<int64_t> stride,
    ArrayRef<int64_t> padding,
    bool ceil_mode,
    int64_t zero_point,
    int64_t multiplier,
    int64_t shift,
    const Tensor& scratch,
    ImageLayout layout,
    Tensor& out);

}  // namespace etk
