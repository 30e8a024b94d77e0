// Convolutions of int8 images with int8 weights, accumulated in int32. Each output channel has its own
// multiplier and shift.
#pragma once

#include "etk/base/selected_dtypes.h"
#include "images.h"

#include <optional>

namespace etk {

/// The arguments of a convolution. Weights are [out channels, height, width, channels of a group]; for
/// depthwise convolutions (`depthwise`) they are [1, height, width, out channels].
struct QuantizedConvolution {
  const Tensor& input;
  const Tensor& weight;
  const std::optional<Tensor>& bias;
  ArrayRef<int64_t> stride;
  ArrayRef<int64_t> padding;
  ArrayRef<int64_t> dilation;
  int64_t input_offset;
  int64_t output_offset;
  const Tensor& multipliers;
  const Tensor& shifts;
  int64_t activation_min;
  int64_t activation_max;
  // Temporary memory for CMSIS-NN, which these kernels do not use.
  const Tensor& scratch;
  ImageLayout layout;
  std::optional<int64_t> depth_multiplier = std::nullopt;          // of depthwise convolutions
  std::optional<ArrayRef<int64_t>> output_padding = std::nullopt;  // of transposed convolutions
};

/// Sets out to the convolution, for dtypes that the build has selected.
Tensor& run_convolution(Context& ctx, const QuantizedConvolution& convolution, Tensor& out);

template <const char* kOp>
ETK_INLINE Tensor& convolve(Context& ctx, const QuantizedConvolution& c, Tensor& out) {
  ETK_REQUIRE(ctx, (accepts<kOp>(c.input, c.weight, c.bias ? *c.bias : c.multipliers, c.multipliers)), out);
  ETK_REQUIRE(ctx, (accepts<kOp>(c.shifts, c.scratch, out)), out);
  return run_convolution(ctx, c, out);
}

}  // namespace etk
