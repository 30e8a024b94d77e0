// Distances between vectors of floats.
#pragma once

#include "etk/product/distance.h"

namespace etk::vec {

/// A DistanceFunction.
bool distances(const View& from, const View& other, const View& to, double p);

/// A PairFunction.
bool pair_distances(const View& from, const View& to, double p);

}  // namespace etk::vec
