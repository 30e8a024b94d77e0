// masked_fill(self, mask, value) = value where the mask holds, else self
#include "etk/base/number_checks.h"
#include "etk/elementwise/map.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kMaskedFill[] = "masked_fill.Scalar_out";

Tensor& ETK_KERNEL(masked_fill_scalar_out)(
    Context& ctx, const Tensor& self, const Tensor& mask, const Scalar& value, Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  ETK_REQUIRE(ctx, mask.scalar_type() == ScalarType::Bool && out.scalar_type() == dtype, out);
  ETK_REQUIRE(ctx, can_hold(dtype, value), out);
  const auto f = of_complex([](auto x, auto masked, auto filling) { return masked != 0 ? filling : x; });
  return map<kMaskedFill, Promote::kPlain>(ctx, out, f, self, unpromoted(mask), unpromoted(value));
}

}  // namespace torch::executor::native
