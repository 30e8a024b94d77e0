// isnan(x) = whether x is NaN
#include "etk/elementwise/map.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kIsnan[] = "isnan.out";

Tensor& ETK_KERNEL(isnan_out)(Context& ctx, const Tensor& self, Tensor& out) {
  ETK_REQUIRE(ctx, out.scalar_type() == ScalarType::Bool, out);
  return map<kIsnan, Promote::kCompare>(ctx, out, [](auto x) { return x != x; }, self);
}

}  // namespace torch::executor::native
