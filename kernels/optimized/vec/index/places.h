// Gather, scatter and scatter-add of single elements.
#pragma once

#include "etk/index/gather.h"
#include "vec/index/index_range.h"

namespace etk::vec {

/// Like etk::move_places.
void move_places(const NamedPlaces& places, bool gathers);

/// Adds `each` to the indexed elements of `whole`. Returns false, without writing anything, if the sums have
/// to be wider than the elements, or the dtypes differ.
bool add_to_places(const NamedPlaces& places);

constexpr PlaceFunctions kPlaceFunctions{vec::are_indices, vec::move_places};

}  // namespace etk::vec
