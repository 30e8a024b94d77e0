// Checks of scalar arguments.
#pragma once

#include "etk/base/dtype.h"
#include "etk/base/view.h"

#include <optional>

namespace etk {

/// Reads a size; false if a tensor cannot have it.
bool read_shape(ArrayRef<int64_t> size, Shape& shape);

/// Whether the number can be cast to the dtype without overflow, as PyTorch requires wherever it converts
/// one.
bool can_hold(ScalarType dtype, const Scalar& number);

/// Whether PyTorch accepts the number to fill `numel` elements. A single element of Half or BFloat16 is
/// filled by a copy, in which numbers that are too large become infinite.
bool can_fill(ScalarType dtype, size_t numel, const Scalar& number);

/// Whether the number can be a factor of elements of the dtype: PyTorch keeps factors in Float where elements
/// are Half or BFloat16.
bool can_multiply(ScalarType dtype, const Scalar& number);

/// Whether they are factors of an addend and a product: without a product alpha does not count, and beta need
/// not fit, but is no float among integers.
bool are_factors(ScalarType dtype, const Scalar& beta, const Scalar& alpha, bool any_product);

/// Whether the out is laid out in the memory format that is asked for, if one is.
bool is_valid_format(std::optional<executorch::aten::MemoryFormat> format, const Tensor& out);

}  // namespace etk
