// sign(x) = -1, 0 or 1; of NaN it is 0
#include "etk/elementwise/map.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSign[] = "sign.out";

Tensor& ETK_KERNEL(sign_out)(Context& ctx, const Tensor& self, Tensor& out) {
  ETK_REQUIRE(ctx, out.scalar_type() == self.scalar_type(), out);
  const auto f = [](auto x) { return static_cast<decltype(x)>((x > 0) - (x < 0)); };
  return map<kSign, Promote::kPlain>(ctx, out, f, self);
}

}  // namespace torch::executor::native
