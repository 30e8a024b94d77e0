// Products along dimensions of a tensor.
#pragma once

#include "etk/base/view.h"

namespace etk::vec {

/// An etk::ProductFunction for adjacent dimensions and dtypes that are computed in float.
bool product(const Tensor& self, DimSet dims, bool keepdim, Tensor& out);

}  // namespace etk::vec
