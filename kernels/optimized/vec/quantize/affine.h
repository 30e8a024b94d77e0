// Quantizing tensors of Float, and dequantizing tensors of integers to Float.
#pragma once

#include "etk/quantize/affine.h"

namespace etk::vec {

/// An etk::QuantizeFunction from Float to integers of 8 and 16 bits.
bool quantize(const Tensor& input, const Affine& affine, const Quantization& how, Tensor& out);

/// An etk::DequantizeFunction to Float from integers of 8, 16 and 32 bits.
bool dequantize(const Tensor& input, const Affine& affine, const Dequantization& how, Tensor& out);

}  // namespace etk::vec
