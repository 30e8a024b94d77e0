// elu(x) = scale · x where x ≥ 0, else scale · alpha · (e^(input_scale · x) - 1)
#include "etk/base/number_checks.h"
#include "etk/elementwise/map.h"

#include <cmath>

namespace torch::executor::native {
using namespace etk;

static constexpr char kElu[] = "elu.out";

Tensor& ETK_KERNEL(elu_out)(
    Context& ctx,
    const Tensor& self,
    const Scalar& alpha,
    const Scalar& scale,
    const Scalar& input_scale,
    Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  ETK_REQUIRE(ctx, out.scalar_type() == dtype, out);
  for (const Scalar* number : {&alpha, &scale, &input_scale}) {
    ETK_REQUIRE(ctx, can_multiply(dtype, *number), out);
  }
  const double positive = to<double>(scale), negative = to<double>(alpha) * positive;
  const double power = to<double>(input_scale);
  const auto f = [](auto x, auto above, auto below, auto factor) {
    return x < 0 ? std::expm1(x * factor) * below : x * above;
  };
  const Scalar numbers[] = {positive, negative, power};
  const auto number = [&](size_t i) { return unrounded(unpromoted(numbers[i])); };
  return map<kElu, Promote::kFloating>(ctx, out, f, self, number(0), number(1), number(2));
}

}  // namespace torch::executor::native
