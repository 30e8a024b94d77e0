// The activations of fused operators, by their names in programs.
#pragma once

#include "etk/elementwise/gelu.h"
#include "etk/elementwise/map.h"

#include <limits>
#include <optional>
#include <string_view>

namespace etk {

/// A function of an element. Its name and limits are arguments of an operator.
struct Activation {
  enum Kind : uint8_t { kNone, kClamp, kGelu, kGeluTanh, kHardsigmoid, kHardswish, kSigmoid, kSilu };

  Kind kind = kNone;
  // Of kClamp, which relu is as well. Infinite without a limit.
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();

  /// Reads the arguments; false if there is no such activation, or if it has no limits.
  bool read(std::string_view name, std::optional<double> lower, std::optional<double> upper);

  /// Whether it leaves elements as they are.
  bool is_none() const {
    return kind == kNone;
  }

  template <typename C>
  C operator()(C x) const {
    switch (kind) {
      case kNone:
        return x;
      case kClamp:
        return clamped(x, C(low), C(high));
      case kGelu:
        return Gelu</*kByTanh=*/false>()(x);
      case kGeluTanh:
        return Gelu</*kByTanh=*/true>()(x);
      case kHardsigmoid:
        return clamped(x + 3, C(0), C(6)) / 6;
      case kHardswish:
        return x * clamped(x + 3, C(0), C(6)) / 6;
      case kSigmoid:
        return 1 / (1 + std::exp(-x));
      case kSilu:
        return x / (1 + std::exp(-x));
    }
    return x;
  }

 private:
  // NaN stays NaN.
  template <typename C>
  static C clamped(C x, C low, C high) {
    x = x < low ? low : x;
    return x > high ? high : x;
  }
};

/// The activation of a sum.
struct ActivatedSum {
  Activation activation;

  template <typename C>
  C operator()(C a, C b) const {
    return activation(a + b);
  }
};

}  // namespace etk
