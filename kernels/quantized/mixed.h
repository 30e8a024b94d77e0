// Products of a floating-point matrix and a quantized matrix, which is dequantized as it is read.
#pragma once

#include "etk/product/product.h"

#include <optional>

namespace etk {

/// A matrix of Chars, with its scales and zero points: see Groups.
struct QuantizedMatrix {
  const Tensor& weight;
  const Tensor& scales;
  const std::optional<Tensor>& zero_points;
};

/// Sets `out` to input × matrix, or to input × matrixᵀ if `transposed`. All tensors except the matrix have
/// the input's dtype.
Tensor& multiply_mixed(
    Context& ctx,
    const Instances<DotFunction>& dots,
    const Tensor& input,
    const QuantizedMatrix& matrix,
    bool transposed,
    Tensor& out);

}  // namespace etk
