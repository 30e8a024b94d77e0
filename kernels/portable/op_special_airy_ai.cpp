// special_airy_ai(x) = the Airy function Ai, 1/π · ∫ cos(t³/3 + xt) dt, t > 0
#include "etk/elementwise/real.h"
#include "etk/math/bessel.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSpecialAiryAi[] = "special_airy_ai.out";

Tensor& special_airy_ai_out(Context& ctx, const Tensor& self, Tensor& out) {
  ETK_REQUIRE(ctx, is_wide(self.scalar_type()) || !is_floating(self.scalar_type()), out);
  return apply_double<kSpecialAiryAi, airy>(ctx, self, out);
}

}  // namespace torch::executor::native
