// signbit(x) = whether x is negative, -0 and negative NaN included
#include "etk/elementwise/sign.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSignbit[] = "signbit.out";

Tensor& ETK_KERNEL(signbit_out)(Context& ctx, const Tensor& self, Tensor& out) {
  ETK_REQUIRE(ctx, out.scalar_type() == ScalarType::Bool, out);
  return map<kSignbit, Promote::kCompare>(ctx, out, IsNegative(self.scalar_type()), self);
}

}  // namespace torch::executor::native
