// Dim orders, for the operators that are told which one their out has.
#pragma once

#include "etk/base/core.h"

#include <optional>

namespace etk {

/// Whether the out has the dim order that is asked for; if none is, that of `self`, or without one the
/// dimensions' own order.
bool has_dim_order(const Tensor& out, std::optional<ArrayRef<int64_t>> dim_order, const Tensor* self);

}  // namespace etk
