// isinf(x) = whether x is infinite; x - x is NaN then, and x is not
#include "etk/elementwise/map.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kIsinf[] = "isinf.out";

Tensor& ETK_KERNEL(isinf_out)(Context& ctx, const Tensor& self, Tensor& out) {
  ETK_REQUIRE(ctx, out.scalar_type() == ScalarType::Bool, out);
  return map<kIsinf, Promote::kCompare>(ctx, out, [](auto x) { return x == x && x - x != 0; }, self);
}

}  // namespace torch::executor::native
