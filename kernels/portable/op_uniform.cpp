// uniform(self, from, to): a tensor like self with numbers drawn uniformly from [from, to)
#include "etk/base/number_checks.h"
#include "etk/base/selected_dtypes.h"
#include "etk/creation/random.h"

#include <optional>

namespace torch::executor::native {
using namespace etk;

static constexpr char kUniform[] = "uniform.out";

Tensor& uniform_out(
    Context& ctx, const Tensor& self, double from, double to, std::nullopt_t /*generator*/, Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  ETK_REQUIRE(ctx, accepts<kUniform>(self) && is_floating(dtype) && out.scalar_type() == dtype, out);
  ETK_REQUIRE(ctx, from <= to && can_hold(dtype, from) && can_hold(dtype, to), out);
  ETK_REQUIRE(ctx, can_hold(dtype, to - from), out);
  const auto draw = [](Random& random, ScalarType result, double low, double high) {
    return low + (high - low) * random.uniform(result);
  };
  if (resize(ctx, out, Shape(self))) {
    fill_random(out, draw, from, to);
  }
  return out;
}

}  // namespace torch::executor::native
