// special_scaled_modified_bessel_k1(x) = e^x · special_modified_bessel_k1(x)
#include "etk/elementwise/real.h"
#include "etk/math/bessel.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSpecialScaledModifiedBesselK1[] = "special_scaled_modified_bessel_k1.out";

static double scaled_modified_bessel_k1(double x) {
  return scaled_bessel_k(1, x);
}

Tensor& special_scaled_modified_bessel_k1_out(Context& ctx, const Tensor& self, Tensor& out) {
  ETK_REQUIRE(ctx, is_wide(self.scalar_type()) || !is_floating(self.scalar_type()), out);
  return apply_double<kSpecialScaledModifiedBesselK1, scaled_modified_bessel_k1>(ctx, self, out);
}

}  // namespace torch::executor::native
