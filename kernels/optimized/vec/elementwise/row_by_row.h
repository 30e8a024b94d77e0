// Elementwise calls with a few short rows.
#pragma once

#include "vec/elementwise/map.h"

namespace etk::vec {

/// Computes a small `out`, which has the broadcast shape of the operands, if each tensor has a few rows of
/// the last dimensions, one row for all, or one element; otherwise returns false without writing anything.
bool run_few_rows(const Call& call, const Operand* operands, const Shape& shape, Tensor& out);

}  // namespace etk::vec
