// logit(x) = log(x / (1 - x)); with eps, of x between eps and 1 - eps
#include "etk/map.h"

#include <cmath>
#include <optional>

namespace torch::executor::native {
using namespace etk;

static constexpr char kLogit[] = "logit.out";

Tensor& logit_out(Context& ctx, const Tensor& self, std::optional<double> eps, Tensor& out) {
  const double margin = eps.value_or(-1);
  const auto f = [margin](auto x) {
    using C = decltype(x);
    const C low = static_cast<C>(margin), high = 1 - low;
    if (low >= 0) {
      x = x < low ? low : x > high ? high : x;
    }
    return std::log(x / (1 - x));
  };
  return map<kLogit, Promote::kFloat>(ctx, out, f, self);
}

}  // namespace torch::executor::native
