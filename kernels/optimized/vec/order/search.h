// Binary search in sorted rows.
#pragma once

#include "etk/order/search.h"

namespace etk::vec {

/// An etk::FindFunction for contiguous tensors of one dtype: Int, Long, or one that is computed in float.
bool find_places(const Search& search, const Tensor& values, Tensor& out);

}  // namespace etk::vec
