// gelu(x) = x · Φ(x), Φ being the normal distribution function or its approximation by tanh
#include "etk/elementwise/map.h"

#include <cmath>
#include <string_view>

namespace torch::executor::native {
using namespace etk;

static constexpr char kGelu[] = "gelu.out";

Tensor& gelu_out(Context& ctx, const Tensor& self, std::string_view approximate, Tensor& out) {
  ETK_REQUIRE(ctx, out.scalar_type() == self.scalar_type(), out);
  if (approximate == "tanh") {
    const auto f = [](auto x) {
      using C = decltype(x);
      constexpr C scale = C(0.79788456080286535588);  // sqrt(2 / pi)
      return C(0.5) * x * (1 + std::tanh(scale * (x + C(0.044715) * x * x * x)));
    };
    return map<kGelu, Promote::kFloating>(ctx, out, f, self);
  }
  ETK_REQUIRE(ctx, approximate == "none", out);
  const auto f = [](auto x) {
    using C = decltype(x);
    return C(0.5) * x * (1 + std::erf(x * C(0.70710678118654752440)));  // sqrt(1 / 2)
  };
  return map<kGelu, Promote::kFloating>(ctx, out, f, self);
}

}  // namespace torch::executor::native
