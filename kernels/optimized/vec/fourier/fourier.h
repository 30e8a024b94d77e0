// Fourier transforms of floats; fourier_plan.h describes the algorithm.
#pragma once

#include "etk/fourier/transform.h"

namespace etk::vec {

/// Like etk::transform. If all numbers are floats, they are computed in float by vectors; otherwise all steps
/// are passed to etk::transform.
bool transform(Context& ctx, const TransformStep* steps, size_t count, bool forward);

}  // namespace etk::vec
