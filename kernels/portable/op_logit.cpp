// logit(x) = log(x / (1 - x)); with eps, of x between eps and 1 - eps
#include "etk/elementwise/limits.h"
#include "etk/elementwise/map.h"

#include <cmath>
#include <optional>

namespace torch::executor::native {
using namespace etk;

static constexpr char kLogit[] = "logit.out";

Tensor& logit_out(Context& ctx, const Tensor& self, std::optional<double> eps, Tensor& out) {
  const LogitLimits limits(self, eps);
  ETK_REQUIRE(ctx, limits.fit, out);
  const auto f = [limits](auto x) {
    using C = decltype(x);
    if (limits.exist) {
      const C low = static_cast<C>(limits.low), high = static_cast<C>(limits.high);
      x = x < low ? low : x > high ? high : x;
    }
    return std::log(x / (1 - x));
  };
  return map<kLogit, Promote::kFloat>(ctx, out, f, self);
}

}  // namespace torch::executor::native
