// special_erfcx(x) = e^(x²) · erfc(x)
#include "etk/elementwise/real.h"
#include "etk/math/error_function.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSpecialErfcx[] = "special_erfcx.out";

Tensor& special_erfcx_out(Context& ctx, const Tensor& self, Tensor& out) {
  ETK_REQUIRE(ctx, is_wide(self.scalar_type()) || !is_floating(self.scalar_type()), out);
  return apply_double<kSpecialErfcx, scaled_erfc>(ctx, self, out);
}

}  // namespace torch::executor::native
