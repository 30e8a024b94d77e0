// Variances along dimensions of a tensor.
#pragma once

#include "etk/base/view.h"

namespace etk::vec {

/// An etk::VarianceFunction for adjacent dimensions and dtypes that are computed in float.
bool variances(const Tensor& self, DimSet dims, double correction, bool keepdim, Tensor& out, Tensor* mean);

}  // namespace etk::vec
