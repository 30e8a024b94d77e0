// Scatter of elements to indices.
#pragma once

#include "etk/index/scatter.h"
#include "vec/index/places.h"
#include "vec/move/copy.h"

namespace etk::vec {

constexpr ScatterFunctions kScatterFunctions{kPlaceFunctions, vec::copy, vec::add_to_places, 2048};

}  // namespace etk::vec
