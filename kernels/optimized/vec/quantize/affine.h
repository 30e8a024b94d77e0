// Quantizing tensors of Float, and dequantizing integers to Float.
#pragma once

#include "etk/quantize/affine.h"

namespace etk::vec {

/// An etk::QuantizeFunction from Float to integers of 8 and 16 bits.
bool quantize(const Tensor& input, const Affine& affine, const Quantization& how, Tensor& out);

/// An etk::DequantizeFunction to Float from integers of 8, 16 and 32 bits.
bool dequantize(const Tensor& input, const Affine& affine, const Dequantization& how, Tensor& out);

/// Sets `to` to (from - zero_point) · scale for n integers of the dtype. Uses only the calling thread.
void dequantize_array(ScalarType dtype, const void* from, size_t n, float zero_point, float scale, float* to);

}  // namespace etk::vec
