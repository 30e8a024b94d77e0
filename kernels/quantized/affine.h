// Affine quantization: an integer q stands for the number scale · (q - zero_point).
//
// A tensor has one scale and zero point, or one of each for every index of a dimension ("channel"), or for
// every row along the last dimension ("token").
#pragma once

#include "etk/base/chunk.h"
#include "etk/base/view.h"

#include <optional>

namespace etk {

/// The scale, or the zero point, of each element of a tensor: a number, or a view of the tensor's shape.
struct Parameter {
  Parameter(double value) : number(value) {}   // NOLINT: implicit, so that calls read as mathematics
  Parameter(int64_t value) : number(value) {}  // NOLINT
  Parameter(const View& view) : each(view) {}  // NOLINT

  Scalar number;
  std::optional<View> each;
};

/// How the elements of a tensor are quantized, and the dtype of what is computed with scales and zero points:
/// Float, or Double if one of them is of it.
struct Affine {
  Parameter scale;
  Parameter zero_point;
  ScalarType common = ScalarType::Float;
};

/// Those of a whole tensor, in tensors of one element each. Empty if they are not.
std::optional<Affine> per_tensor(const Tensor& input, const Tensor& scale, const Tensor& zero_point);

/// One of each for every index of dimension `axis`, which is counted from the end if it is negative; without
/// zero points these are 0. Empty if there are not as many.
std::optional<Affine> per_channel(
    const Tensor& input, const Tensor& scales, const std::optional<Tensor>& zero_points, int64_t axis);

/// One of each for every row, in tensors of the shape of `input` but for the last dimension, which has
/// size 1. Empty if they have another shape.
std::optional<Affine> per_token(const Tensor& input, const Tensor& scales, const Tensor& zero_points);

/// The integers that elements are quantized to.
struct QuantizedRange {
  int64_t low = 0;
  int64_t high = 0;

  /// Whether it is a range of a dtype that tensors are quantized to: Byte, Char, Short, UInt16 or Int.
  bool is_of(ScalarType dtype) const;

  /// A number, which has no fraction, within the range; 0 for NaN.
  template <typename C>
  int64_t clamp(C x) const {
    const C bounded = x < static_cast<C>(low) ? static_cast<C>(low) : x;
    return x != x ? 0 : static_cast<int64_t>(bounded > static_cast<C>(high) ? static_cast<C>(high) : bounded);
  }
};

/// Sets out, of dtype `dtype`, to clamp(round(input / scale) + zero_point), or with `rounds_last` to
/// clamp(round(input / scale + zero_point)). Halves round to even. The input is Float, Half or BFloat16; the
/// dtypes are selected.
Tensor& quantize(
    Context& ctx,
    const Tensor& input,
    const std::optional<Affine>& affine,
    const QuantizedRange& range,
    bool rounds_last,
    ScalarType dtype,
    Tensor& out);

/// Sets out, of dtype `out_dtype` or Float, to (input - zero_point) · scale. The difference is exact and the
/// product that of `affine->common`; or with `rounds_each`, elements, differences and products are all of the
/// out's dtype. The input is of dtype `dtype`; the dtypes are selected.
Tensor& dequantize(
    Context& ctx,
    const Tensor& input,
    const std::optional<Affine>& affine,
    bool rounds_each,
    ScalarType dtype,
    std::optional<ScalarType> out_dtype,
    Tensor& out);

}  // namespace etk
