// Images sampled at the positions of a grid, by vectors of positions.
#pragma once

#include "etk/image/grid.h"

namespace etk::vec {

/// Computes all positions of all images, if they are floats and the planes of the image, the grid and the out
/// are contiguous; otherwise returns false without writing anything.
bool sample_grid(const GridSampler& sampler);

}  // namespace etk::vec
