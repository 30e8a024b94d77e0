// leaky_relu(x) = x where x > 0, else negative_slope · x
#include "etk/base/number_checks.h"
#include "etk/elementwise/map.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kLeakyRelu[] = "leaky_relu.out";

Tensor& ETK_KERNEL(leaky_relu_out)(
    Context& ctx, const Tensor& self, const Scalar& negative_slope, Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  ETK_REQUIRE(ctx, out.scalar_type() == dtype && can_multiply(dtype, negative_slope), out);
  const auto f = [](auto x, auto slope) { return x > 0 ? x : x * slope; };
  return map<kLeakyRelu, Promote::kFloating>(ctx, out, f, self, unrounded(unpromoted(negative_slope)));
}

}  // namespace torch::executor::native
