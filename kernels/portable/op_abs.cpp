// abs(x) = |x|, of a complex number √(re² + im²)
#include "etk/arithmetic.h"

#include <cmath>

namespace torch::executor::native {
using namespace etk;

static constexpr char kAbs[] = "abs.out";

Tensor& abs_out(Context& ctx, const Tensor& self, Tensor& out) {
  ETK_REQUIRE(ctx, out.scalar_type() == part_of(self.scalar_type()), out);
  const auto f = of_complex([](auto x) {
    if constexpr (std::is_integral_v<decltype(x)>) {
      return x < 0 ? negative(x) : x;
    } else if constexpr (std::is_same_v<decltype(x), Complex>) {
      return std::hypot(x.re, x.im);
    } else {
      return std::fabs(x);
    }
  });
  return map<kAbs, Promote::kNumber>(ctx, out, f, self);
}

}  // namespace torch::executor::native
