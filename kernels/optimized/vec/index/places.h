// Elements at places that indices name.
#pragma once

#include "etk/index/gather.h"
#include "vec/index/gather.h"

namespace etk::vec {

/// As etk::move_places.
void move_places(const NamedPlaces& places, bool gathers);

/// Adds `each` to the places of `whole`; false if that takes wider numbers than these are, or they have
/// another dtype, and nothing has been written.
bool add_to_places(const NamedPlaces& places);

constexpr PlaceFunctions kPlaceFunctions{vec::are_indices, vec::move_places};

}  // namespace etk::vec
