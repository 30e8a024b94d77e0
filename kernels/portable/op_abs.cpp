// abs(x) = |x|
#include "etk/arithmetic.h"

#include <cmath>

namespace torch::executor::native {
using namespace etk;

static constexpr char kAbs[] = "abs.out";

Tensor& abs_out(Context& ctx, const Tensor& self, Tensor& out) {
  ETK_REQUIRE(ctx, out.scalar_type() == self.scalar_type(), out);
  const auto f = [](auto x) {
    if constexpr (std::is_integral_v<decltype(x)>) {
      return x < 0 ? negative(x) : x;
    } else {
      return std::fabs(x);
    }
  };
  return map<kAbs, Promote::kNumber>(ctx, out, f, self);
}

}  // namespace torch::executor::native
