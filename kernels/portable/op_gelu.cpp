// gelu(x) = x · Φ(x), Φ being the normal distribution function or its approximation by tanh
#include "etk/elementwise/map.h"

#include <cmath>
#include <string_view>

namespace torch::executor::native {
using namespace etk;

static constexpr char kGelu[] = "gelu.out";

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

Tensor& ETK_KERNEL(gelu_out)(Context& ctx, const Tensor& self, std::string_view approximate, Tensor& out) {
  ETK_REQUIRE(ctx, out.scalar_type() == self.scalar_type(), out);
  if (approximate == "tanh") {
    return map<kGelu, Promote::kFloating>(ctx, out, Gelu</*kByTanh=*/true>(), self);
  }
  ETK_REQUIRE(ctx, approximate == "none", out);
  return map<kGelu, Promote::kFloating>(ctx, out, Gelu</*kByTanh=*/false>(), self);
}

}  // namespace torch::executor::native
