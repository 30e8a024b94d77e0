// What happens to the elements of an out once their sums are complete, while they are in registers or in the
// cache: they are clamped, or an activation function is applied to them. Fused operators give it; others do
// without.
#pragma once

#include <cstddef>
#include <limits>

namespace etk::vec {

/// A function of each element.
class Activation {
 public:
  /// Replaces contiguous elements. Called by several threads, for parts in any order.
  virtual void run(float* values, size_t count) const = 0;

 protected:
  ~Activation() = default;
};

struct Epilogue {
  float low = -std::numeric_limits<float>::infinity();
  float high = std::numeric_limits<float>::infinity();
  const Activation* activation = nullptr;  // applied to the clamped elements

  bool clamps() const {
    return low > -std::numeric_limits<float>::infinity() || high < std::numeric_limits<float>::infinity();
  }
  bool is_empty() const {
    return !clamps() && !activation;
  }

  /// Applies the activation to elements that are clamped already.
  void activate(float* values, size_t count) const {
    if (activation) {
      activation->run(values, count);
    }
  }

  /// Clamps elements, and applies the activation.
  void finish(float* values, size_t count) const {
    for (size_t i = 0; clamps() && i < count; ++i) {
      values[i] = values[i] < low ? low : values[i] > high ? high : values[i];
    }
    activate(values, count);
  }
};

}  // namespace etk::vec
