// Dim orders, for operators with an argument for the dim order of their out.
#pragma once

#include "etk/base/core.h"

#include <optional>

namespace etk {

/// Whether the out has the requested dim order. By default, that is the dim order of `self`, or contiguous
/// without `self`.
bool has_dim_order(const Tensor& out, std::optional<ArrayRef<int64_t>> dim_order, const Tensor* self);

}  // namespace etk
