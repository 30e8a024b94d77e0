// Fourier transforms of floats: fourier_plan.h says how.
#pragma once

#include "etk/fourier/transform.h"

namespace etk::vec {

/// What etk::transform does. If all numbers are floats, they are computed in float by vectors; else all steps
/// are handed to it.
bool transform(Context& ctx, const TransformStep* steps, size_t count, bool forward);

}  // namespace etk::vec
