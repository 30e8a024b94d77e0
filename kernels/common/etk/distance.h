// Distances between vectors.
#pragma once

#include "etk/doubles.h"

namespace etk {

/// The p-norm of x - y for rows x and y; p = 0 counts where they differ. `skips_nan` is for p = ∞.
double distance(Doubles& rows, size_t x, size_t y, double p, bool skips_nan);

}  // namespace etk
