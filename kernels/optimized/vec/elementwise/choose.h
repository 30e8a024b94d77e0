// where and masked_fill: elements of two tensors, as a third one says.
#pragma once

#include "vec/elementwise/map.h"

namespace etk::vec {

/// Sets `out` to the first operand where the condition, of Bool, holds, else to the second; false if they do
/// not have the dtype of the out, or cannot be walked, and nothing has been written.
bool choose(const Tensor& condition, const Operand& first, const Operand& second, Tensor& out);

}  // namespace etk::vec
