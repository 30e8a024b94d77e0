// Elementwise calls of a few short rows.
#pragma once

#include "vec/elementwise/map.h"

namespace etk::vec {

/// Sets a small `out`, which has the shape that the operands broadcast to, if each tensor has few rows of the
/// last dimensions, or one for all of them, or one element; false if not, and nothing has been written then.
bool run_few_rows(const Call& call, const Operand* operands, const Shape& shape, Tensor& out);

}  // namespace etk::vec
