// Images sampled at the positions of a grid, by vectors of positions or of channels.
#pragma once

#include "etk/image/grid.h"

namespace etk::vec {

/// Computes all positions of all images, if they are floats, the grid is contiguous, and image and out both
/// have contiguous planes or are both channels-last; otherwise returns false without writing anything.
bool sample_grid(const GridSampler& sampler);

}  // namespace etk::vec
