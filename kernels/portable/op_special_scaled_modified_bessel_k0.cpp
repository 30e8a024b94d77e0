// special_scaled_modified_bessel_k0(x) = e^x · special_modified_bessel_k0(x)
#include "etk/elementwise/real.h"
#include "etk/math/bessel.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSpecialScaledModifiedBesselK0[] = "special_scaled_modified_bessel_k0.out";

static double scaled_modified_bessel_k0(double x) {
  return scaled_bessel_k(0, x);
}

Tensor& special_scaled_modified_bessel_k0_out(Context& ctx, const Tensor& self, Tensor& out) {
  ETK_REQUIRE(ctx, is_wide(self.scalar_type()) || !is_floating(self.scalar_type()), out);
  return apply_double<kSpecialScaledModifiedBesselK0, scaled_modified_bessel_k0>(ctx, self, out);
}

}  // namespace torch::executor::native
