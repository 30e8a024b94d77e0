// Taps: the indices of an input that an index of an out is resampled from.
#pragma once

#include "etk/base/window.h"

#include <optional>

namespace etk {

/// The integer part of x, in [low, high]; low for NaN.
int64_t index_in(double x, int64_t low, int64_t high);

/// How indices of an out go with those of an input, along one dimension.
struct Scaling {
  int64_t input;
  int64_t out;
  bool align_corners = false;
  std::optional<double> scale = std::nullopt;  // how much larger the out is said to be

  /// The distance of two indices of the out, in the input.
  double step() const;
  /// The index of the input whose pixel is nearest, in the arithmetic of float as PyTorch has it.
  int64_t nearest(int64_t at) const;
};

/// How the indices of the input around a place are weighted: the two next to it, by their distance; or all
/// as far as the step, by a triangle; or twice as far, by the cubic convolution with a slope of -1/2 at 1.
enum class Filter : uint8_t { kLinear, kTriangle, kCubic };

/// The weighted indices of the input that an index of the out is made of.
class Taps {
 public:
  Taps(const Scaling& scaling, Filter filter);

  /// Goes to an index of the out.
  void move(int64_t at);

  int64_t count() const {
    return span_.count;
  }
  int64_t index(int64_t tap) const {
    return span_.first + tap * span_.step;
  }
  double weight(int64_t tap) const;

  /// How many bits of a weight are after the point where bytes are resampled.
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
