// gcd(self, other) = the largest integer that divides both
#include "etk/elementwise/divisor.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kGcd[] = "gcd.out";

Tensor& gcd_out(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  const CommonDivisor divisor{lowest_of(promoted(self, other))};
  return map<kGcd, Promote::kShift>(ctx, out, divisor, self, other);
}

}  // namespace torch::executor::native
