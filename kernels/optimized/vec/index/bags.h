// embedding_bag: rows of a table, reduced over lists of indices.
#pragma once

#include "etk/index/embedding_bag.h"

namespace etk::vec {

/// A BagFunction, for dtypes that are computed in float.
bool fill_bags(const Bags& bags);

}  // namespace etk::vec
