// relu(x) = x where x > 0, else 0; NaN stays NaN
#include "etk/elementwise/map.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kRelu[] = "relu.out";

Tensor& ETK_KERNEL(relu_out)(Context& ctx, const Tensor& self, Tensor& out) {
  ETK_REQUIRE(ctx, self.scalar_type() != ScalarType::Bool, out);
  return map<kRelu, Promote::kSame>(ctx, out, [](auto x) { return x < 0 ? 0 : x; }, self);
}

}  // namespace torch::executor::native
