// Affine quantization: an integer q represents the number scale · (q - zero_point).
//
// A tensor has one scale and zero point ("tensor"), or one of each for every index of a dimension
// ("channel"), or for every row along the last dimension ("token").
#pragma once

#include "etk/base/chunk.h"
#include "etk/base/faster.h"
#include "etk/base/loop.h"

#include <optional>

namespace etk {

/// The scale, or the zero point, of each element of a tensor: a number, or a view with the tensor's shape.
struct Parameter {
  Parameter(double value) : number(value) {}   // NOLINT: implicit, so that calls read as mathematics
  Parameter(int64_t value) : number(value) {}  // NOLINT
  Parameter(const View& view) : each(view) {}  // NOLINT

  Scalar number;
  std::optional<View> each;
};

/// Reads a scale or a zero point for each element of a chunk, as doubles.
class Parameters {
 public:
  Parameters(const Parameter& parameter, Loop& loop)
      : source_(
            parameter.each ? Source(parameter.each->dtype, ScalarType::Double)
                           : Source(parameter.number, ScalarType::Double)),
        view_(parameter.each ? loop.add(*parameter.each) : 0) {}

  /// Call this after the loop has its final order.
  void start(const Loop& loop) {
    stride_ = view_ ? loop.inner_stride(view_) : 0;
  }
  /// Whether all elements of a run have the same.
  bool is_one() const {
    return stride_ == 0;
  }
  void read(const Cursor& cursor, size_t n) {
    values_ = static_cast<const double*>(source_.read(cursor.at(view_), stride_, stride_ ? n : 1));
  }
  double operator[](size_t i) const {
    return values_[stride_ ? i : 0];
  }

 private:
  Source source_;
  size_t view_;  // its index in the loop; for a number 0, the index of the out
  ptrdiff_t stride_ = 0;
  const double* values_ = nullptr;
};

/// The quantization parameters of a tensor's elements, and the dtype of computations with them: Float, or
/// Double if one of them is Double.
struct Affine {
  Parameter scale;
  Parameter zero_point;
  ScalarType common = ScalarType::Float;
};

/// One scale and zero point for a whole tensor, from tensors of one element each; empty if they are invalid.
std::optional<Affine> per_tensor(const Tensor& input, const Tensor& scale, const Tensor& zero_point);

/// A scale and zero point for every index of dimension `axis`; a negative axis counts from the end. Without
/// zero points, they are 0. Empty if the numbers do not match.
std::optional<Affine> per_channel(
    const Tensor& input, const Tensor& scales, const std::optional<Tensor>& zero_points, int64_t axis);

/// A scale and zero point for every row, from tensors of the shape of `input`, except that the last dimension
/// has size 1. Empty if the shapes differ.
std::optional<Affine> per_token(const Tensor& input, const Tensor& scales, const Tensor& zero_points);

/// The range of integers to which elements are quantized.
struct QuantizedRange {
  int64_t low = 0;
  int64_t high = 0;

  /// Whether it is a range of the dtype, and tensors can be quantized to the dtype: Byte, Char, Short, UInt16
  /// or Int.
  bool is_of(ScalarType dtype) const;

  /// Clamps a number without a fraction to the range; NaN becomes 0.
  template <typename C>
  int64_t clamp(C x) const {
    const C bounded = x < static_cast<C>(low) ? static_cast<C>(low) : x;
    return x != x ? 0 : static_cast<int64_t>(bounded > static_cast<C>(high) ? static_cast<C>(high) : bounded);
  }
};

/// How numbers become integers of a dtype: clamp(round(x / scale) + zero_point), or with `rounds_last`
/// clamp(round(x / scale + zero_point)). Rounds half to even.
struct Quantization {
  QuantizedRange range;
  ScalarType dtype;
  bool rounds_last = false;
};

/// How integers of a dtype become numbers of dtype `out_dtype`, or Float: (x - zero_point) · scale. The
/// difference is exact, and the product has the common dtype of the scales; with `rounds_each`, elements,
/// differences and products all have the dtype of the out.
struct Dequantization {
  ScalarType dtype;
  std::optional<ScalarType> out_dtype;
  bool rounds_each = false;
};

/// Faster implementations of the functions below, once the out has its shape. They return false if they do
/// not support the dtypes or the layout; what they have written is then undefined.
using QuantizeFunction =
    bool (*)(const Tensor& input, const Affine& affine, const Quantization& how, Tensor& out);
using DequantizeFunction =
    bool (*)(const Tensor& input, const Affine& affine, const Dequantization& how, Tensor& out);

/// Quantizes the input, which is Float, Half or BFloat16. The dtypes must be selected.
Tensor& quantize(
    Context& ctx,
    const Tensor& input,
    const std::optional<Affine>& affine,
    const Quantization& how,
    Tensor& out,
    QuantizeFunction faster = nullptr);

template <const char* kOp>
Tensor& quantize(
    Context& ctx,
    const Tensor& input,
    const std::optional<Affine>& affine,
    const Quantization& how,
    Tensor& out) {
  return quantize(ctx, input, affine, how, out, faster<kOp, QuantizeFunction>());
}

/// Dequantizes the input. The dtypes must be selected.
Tensor& dequantize(
    Context& ctx,
    const Tensor& input,
    const std::optional<Affine>& affine,
    const Dequantization& how,
    Tensor& out,
    DequantizeFunction faster = nullptr);

template <const char* kOp>
Tensor& dequantize(
    Context& ctx,
    const Tensor& input,
    const std::optional<Affine>& affine,
    const Dequantization& how,
    Tensor& out) {
  return dequantize(ctx, input, affine, how, out, faster<kOp, DequantizeFunction>());
}

}  // namespace etk
