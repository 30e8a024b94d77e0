// Sums of two tensors of Chars.
#pragma once

#include "etk/quantize/integer_sum.h"

namespace etk::vec {

/// An etk::IntegerSumFunction for tensors with the same layout.
bool add_integers(const IntegerSum& sum, const Tensor& a, const Tensor& b, Tensor& out);

}  // namespace etk::vec
