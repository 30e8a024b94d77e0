// What happens to the elements of an out once their sums are complete, while they are in registers or in the
// cache: they are clamped, or an activation function is applied to them. Fused operators give it; others do
// without.
#pragma once

#include "etk/base/selected_dtypes.h"

#include <cstddef>
#include <limits>

namespace etk::vec {

/// Whether the build has selected an operator that gives an epilogue: in others, none is compiled.
constexpr bool kHasEpilogues = selected_bits("etk::conv_bn_act.out", "etk::linear_act.out") != 0;

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
  bool allows_winograd = false;            // the operator has no order of sums of its own

  bool clamps() const {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    return kHasEpilogues && (low > -kInfinity || high < kInfinity);
  }
  bool activates() const {
    return kHasEpilogues && activation;
  }
  bool is_empty() const {
    return !clamps() && !activates();
  }

  /// Applies the activation to elements that are clamped already.
  void activate(float* values, size_t count) const {
    if (activates()) {
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
