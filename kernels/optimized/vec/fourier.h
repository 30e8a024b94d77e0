// Fourier transforms of floats: fourier_plan.h says how.
#pragma once

#include "etk/transform.h"

namespace etk::vec {

/// What etk::transform does. Lengths without other prime factors than 2, 3 and 5, of floats, are computed in
/// float by vectors; all else is handed to it.
bool transform(Context& ctx, const TransformStep* steps, size_t count, bool forward);

}  // namespace etk::vec
