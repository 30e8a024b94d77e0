// Convolutions: at each position of the out, the sum over channels and kernel of input · weight, in one to
// three dimensions. In a transposed convolution, input and out exchange roles. So the gradient of the input
// of either kind is a convolution of the other kind.
#pragma once

#include "etk/base/window.h"
#include "etk/product/product.h"

namespace etk {

/// A convolution's geometry.
class Convolution {
 public:
  /// Reads the parameters; false if they are inconsistent or invalid for the tensors.
  bool read(
      const View& input,
      const View& weight,
      ArrayRef<int64_t> stride,
      ArrayRef<int64_t> padding,
      ArrayRef<int64_t> dilation,
      bool transposed,
      ArrayRef<int64_t> output_padding,
      int64_t groups);

  /// The shape of the out.
  const Shape& shape() const {
    return shape_;
  }
  /// Whether the out has any position. PyTorch does not compute the gradient of a transposed convolution
  /// without positions.
  bool has_positions() const {
    const auto* sizes = shape_.sizes + 2;
    return sizes[0] > 0 && (window_.rank < 2 || sizes[1] > 0) && (window_.rank < 3 || sizes[2] > 0);
  }

  const Window& window() const {
    return window_;
  }
  int64_t groups() const {
    return groups_;
  }

  /// Computes the out. `bias` may be null.
  void run(DotFunction dot, const View& input, const View& weight, const View* bias, const View& out) const;

  /// The gradients of input and weight.
  void run_backward_input(
      DotFunction dot, const View& grad_output, const View& weight, const View& grad_input) const;
  void run_backward_weight(
      DotFunction dot, const View& grad_output, const View& input, const View& grad_weight) const;

 private:
  bool find_shape(const View& input, const View& weight, ArrayRef<int64_t> output_padding);

  Window window_;
  int64_t groups_;
  Shape shape_;
};

namespace internal {

/// The address of the element of a channel at an index into the spatial dimensions.
const char* at(const View& view, size_t channel_dim, int64_t channel, const Window::Index& index);

/// Narrows dimension d to the part that belongs to a group.
void keep_group(View& view, size_t d, int64_t groups, int64_t group);

}  // namespace internal

/// A faster implementation of Convolution::run. It returns true if the call is done or has failed; false,
/// without writing anything, if it does not support the call.
using FasterConvolution = bool(
    Context& ctx,
    const Convolution& convolution,
    const View& input,
    const View& weight,
    const View* bias,
    const View& out);

}  // namespace etk
