// logit(x) = log(x / (1 - x)); with eps, of x between eps and 1 - eps
#include "etk/elementwise/limits.h"
#include "etk/elementwise/map.h"

#include <cmath>
#include <optional>

namespace torch::executor::native {
using namespace etk;

static constexpr char kLogit[] = "logit.out";

Tensor& ETK_KERNEL(logit_out)(Context& ctx, const Tensor& self, std::optional<double> eps, Tensor& out) {
  const LogitLimits limits(self, eps);
  ETK_REQUIRE(ctx, limits.fit, out);
  const Scalar low(limits.exist ? limits.low : -HUGE_VAL), high(limits.exist ? limits.high : HUGE_VAL);
  const auto f = [](auto x, auto least, auto most) {
    const auto inside = x < least ? least : x > most ? most : x;
    return std::log(inside / (1 - inside));
  };
  return map<kLogit, Promote::kFloat>(
      ctx, out, f, self, unrounded(unpromoted(low)), unrounded(unpromoted(high)));
}

}  // namespace torch::executor::native
