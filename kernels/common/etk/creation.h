// What operators check that make tensors of numbers.
#pragma once

#include "etk/dtype.h"
#include "etk/view.h"

#include <optional>

namespace etk {

/// Reads a size; false if it is none a tensor can have.
bool read_shape(ArrayRef<int64_t> size, Shape& shape);

/// Whether the number can be cast to the dtype without overflow, as torch.full requires.
bool can_hold(ScalarType dtype, const Scalar& number);

/// Whether the out is laid out in the memory format that is asked for, if one is.
bool is_valid_format(std::optional<executorch::aten::MemoryFormat> format, const Tensor& out);

}  // namespace etk
