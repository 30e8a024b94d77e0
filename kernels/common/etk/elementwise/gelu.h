// x · Φ(x), Φ being the normal distribution function or its approximation by tanh.
#pragma once

#include <cmath>

namespace etk {

template <bool kByTanh>
struct Gelu {
  static constexpr bool kIsByTanh = kByTanh;

  template <typename C>
  C operator()(C x) const {
    if (kByTanh) {
      constexpr C scale = C(0.79788456080286535588);  // sqrt(2 / pi)
      return C(0.5) * x * (1 + std::tanh(scale * (x + C(0.044715) * x * x * x)));
    }
    return C(0.5) * x * (1 + std::erf(x * C(0.70710678118654752440)));  // sqrt(1 / 2)
  }
};

}  // namespace etk
