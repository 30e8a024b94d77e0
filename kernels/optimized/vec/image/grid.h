// Images sampled at the places of a grid, by vectors of places.
#pragma once

#include "etk/image/grid.h"

namespace etk::vec {

/// Computes all places of all images, if they are of floats, and planes of the image, the grid and the out
/// are arrays; false if not, and nothing has been written.
bool sample_grid(const GridSampler& sampler);

}  // namespace etk::vec
