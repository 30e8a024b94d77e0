// gelu(x) = x · Φ(x), Φ being the normal distribution function or its approximation by tanh
#include "etk/elementwise/gelu.h"
#include "etk/elementwise/map.h"

#include <string_view>

namespace torch::executor::native {
using namespace etk;

static constexpr char kGelu[] = "gelu.out";

Tensor& ETK_KERNEL(gelu_out)(Context& ctx, const Tensor& self, std::string_view approximate, Tensor& out) {
  ETK_REQUIRE(ctx, out.scalar_type() == self.scalar_type(), out);
  if (approximate == "tanh") {
    return map<kGelu, Promote::kFloating>(ctx, out, Gelu</*kByTanh=*/true>(), self);
  }
  ETK_REQUIRE(ctx, approximate == "none", out);
  return map<kGelu, Promote::kFloating>(ctx, out, Gelu</*kByTanh=*/false>(), self);
}

}  // namespace torch::executor::native
