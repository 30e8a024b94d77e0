#include "etk/elementwise/activation.h"

namespace etk {

bool Activation::read(std::string_view name, std::optional<double> lower, std::optional<double> upper) {
  if (name == "clamp") {
    kind = kClamp;
    low = lower.value_or(low);
    high = upper.value_or(high);
    return low == low && high == high;
  }
  if (name == "relu") {
    kind = kClamp;
    low = 0;
  } else {
    static constexpr struct {
      std::string_view name;
      Kind kind;
    } kNames[] = {
        {"none", kNone},           {"gelu", kGelu},
        {"gelu_tanh", kGeluTanh},  {"hardsigmoid", kHardsigmoid},
        {"hardswish", kHardswish}, {"sigmoid", kSigmoid},
        {"silu", kSilu},
    };
    const auto* found = kNames;
    while (found != std::end(kNames) && found->name != name) {
      ++found;
    }
    if (found == std::end(kNames)) {
      return false;
    }
    kind = found->kind;
  }
  return !lower && !upper;
}

}  // namespace etk
