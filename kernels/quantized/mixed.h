// Products of a matrix of numbers with one of integers, which are dequantized as they are read.
#pragma once

#include "etk/product/product.h"

#include <optional>

namespace etk {

/// A matrix of Chars, and what they are dequantized with: see Groups.
struct QuantizedMatrix {
  const Tensor& weight;
  const Tensor& scales;
  const std::optional<Tensor>& zero_points;
};

/// Sets `out` to input × matrix, or input × matrixᵀ if `transposed`. All but the matrix are of the input's
/// dtype.
Tensor& multiply_mixed(
    Context& ctx,
    const Instances<DotFunction>& dots,
    const Tensor& input,
    const QuantizedMatrix& matrix,
    bool transposed,
    Tensor& out);

}  // namespace etk
