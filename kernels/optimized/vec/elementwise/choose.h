// where and masked_fill: each element comes from one of two operands, depending on a condition.
#pragma once

#include "vec/elementwise/map.h"

namespace etk::vec {

/// Sets `out` to the first operand where the condition, of Bool, is true, and to the second elsewhere. False,
/// before anything is written, if the operands do not have the dtype of the out or their layout is not
/// supported.
bool choose(const Tensor& condition, const Operand& first, const Operand& second, Tensor& out);

}  // namespace etk::vec
