// Rows of a table that lists of indices name, as one row for each list.
#pragma once

#include "etk/index/embedding_bag.h"

namespace etk::vec {

/// A BagFunction, for what is computed in float.
bool fill_bags(const Bags& bags);

}  // namespace etk::vec
