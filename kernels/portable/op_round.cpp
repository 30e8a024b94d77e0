// round(x): the nearest integer, the even one of two; with decimals, the nearest multiple of 10^-decimals
#include "etk/elementwise/real.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kRound[] = "round.out";
static constexpr char kRoundDecimals[] = "round.decimals_out";

Tensor& ETK_KERNEL(round_out)(Context& ctx, const Tensor& self, Tensor& out) {
  return round_with<kRound>(ctx, self, out, nearbyintf, nearbyint);
}

Tensor& ETK_KERNEL(round_decimals_out)(Context& ctx, const Tensor& self, int64_t decimals, Tensor& out) {
  const double power = std::pow(10, std::fabs(static_cast<double>(decimals)));
  const auto f = [=](auto x) {
    const auto scale = static_cast<decltype(x)>(power);
    return decimals < 0 ? std::nearbyint(x / scale) * scale : std::nearbyint(x * scale) / scale;
  };
  return map<kRoundDecimals, Promote::kFloating>(ctx, out, f, self);
}

}  // namespace torch::executor::native
