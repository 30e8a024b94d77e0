// Checks of scalar arguments.
#pragma once

#include "etk/base/dtype.h"
#include "etk/base/view.h"

#include <optional>

namespace etk {

/// Reads a size; false if a tensor cannot have it.
bool read_shape(ArrayRef<int64_t> size, Shape& shape);

/// Whether the number can be cast to the dtype without overflow, which PyTorch requires of every number
/// that it converts.
bool can_hold(ScalarType dtype, const Scalar& number);

/// Whether PyTorch accepts the number to fill `numel` elements. A single element of Half or BFloat16 is
/// filled by a copy, in which numbers that are too large become infinite.
bool can_fill(ScalarType dtype, size_t numel, const Scalar& number);

/// Whether the number can be a factor of elements of the dtype: PyTorch keeps factors in Float where elements
/// are Half or BFloat16.
bool can_multiply(ScalarType dtype, const Scalar& number);

/// Whether they can be factors of an addend and a product. Without a product, alpha is ignored, and beta may
/// overflow, but must not be a float if the dtype is an integer.
bool are_factors(ScalarType dtype, const Scalar& beta, const Scalar& alpha, bool any_product);

/// Whether the out has the requested memory format, if one is requested.
bool is_valid_format(std::optional<executorch::aten::MemoryFormat> format, const Tensor& out);

}  // namespace etk
