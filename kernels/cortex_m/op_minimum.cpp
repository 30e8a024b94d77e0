// minimum(self, other): the smaller of both; NaN if there is one
#include "etk/elementwise/map.h"

namespace torch::executor::cortex_m::native {
using namespace etk;

static constexpr char kMinimum[] = "cortex_m::minimum.out";

Tensor& minimum_out(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  const auto f = [](auto a, auto b) { return a < b || a != a ? a : b; };
  return map<kMinimum, Promote::kPlain>(ctx, out, f, self, other);
}

}  // namespace torch::executor::cortex_m::native
