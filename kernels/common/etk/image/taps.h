// Taps: the indices of an input from which an index of an out is resampled.
#pragma once

#include "etk/base/window.h"

#include <optional>

namespace etk {

/// The integer part of x, clamped to [low, high]; low for NaN.
int64_t index_in(double x, int64_t low, int64_t high);

/// The relation between the indices of an out and of an input, along one dimension.
struct Scaling {
  int64_t input;
  int64_t out;
  bool align_corners = false;
  std::optional<double> scale = std::nullopt;  // the requested scale factor, if there is one
  bool keeps_ratio = true;  // an out of once or twice the size is scaled by that, and not by `scale`

  /// The distance of two adjacent indices of the out, in the input.
  double step() const;
  /// The index of the nearest input pixel, in float arithmetic like in PyTorch.
  int64_t nearest(int64_t at) const;
};

/// The filters: kLinear weights the two adjacent pixels by distance; kTriangle weights the pixels within a
/// distance of one step by a triangle; kCubic weights the pixels within two steps by the cubic convolution
/// with a slope of -1/2 at 1.
enum class Filter : uint8_t { kLinear, kTriangle, kCubic };

/// The input indices, with their weights, of an index of the out.
class Taps {
 public:
  Taps(const Scaling& scaling, Filter filter);

  /// Moves to an index of the out.
  void move(int64_t at);

  int64_t count() const {
    return span_.count;
  }
  int64_t index(int64_t tap) const {
    return span_.first + tap * span_.step;
  }
  double weight(int64_t tap) const;

  /// The number of fractional bits of a weight in fixed-point arithmetic, for bytes.
  int bits() const;

 private:
  const Scaling scaling_;
  const Filter filter_;
  const double step_;
  double center_ = 0;
  double total_ = 1;
  Span span_ = {0, 0, 1};
};

}  // namespace etk
