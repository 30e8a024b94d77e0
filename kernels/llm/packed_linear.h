// linear(activations, packed_weights, n, k): products with packed weights, of activations that are quantized
// to 8 bits row by row as they come
#pragma once

#include "etk/base/core.h"

namespace etk {

struct PackedLinear {
  int64_t bits;
  int64_t group_size;
  int64_t n;
  int64_t k;
};

void multiply_packed(
    Context& ctx,
    const Tensor& activations,
    const Tensor& packed_weights,
    const PackedLinear& linear,
    Tensor& out);

}  // namespace etk
