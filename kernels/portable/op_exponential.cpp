// exponential(self, lambd): a tensor like self with numbers drawn from the exponential distribution of rate
// lambd; never 0
#include "etk/base/number_checks.h"
#include "etk/base/selected_dtypes.h"
#include "etk/creation/random.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace torch::executor::native {
using namespace etk;

static constexpr char kExponential[] = "exponential.out";

// The least number that does not become 0 in the dtype.
static double least_positive(ScalarType dtype) {
  return std::ldexp(1, dtype == ScalarType::Half ? -24 : dtype == ScalarType::Double ? -1022 : -126);
}

Tensor& exponential_out(
    Context& ctx, const Tensor& self, double lambd, std::nullopt_t /*generator*/, Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  ETK_REQUIRE(ctx, accepts<kExponential>(self) && is_floating(dtype) && out.scalar_type() == dtype, out);
  ETK_REQUIRE(ctx, lambd > 0, out);
  const auto draw = [](Random& random, ScalarType to, double rate, double) {
    return std::max(-std::log(1 - random.uniform(ScalarType::Double)) / rate, least_positive(to));
  };
  if (resize(ctx, out, Shape(self))) {
    fill_random(out, draw, lambd, 0);
  }
  return out;
}

}  // namespace torch::executor::native
