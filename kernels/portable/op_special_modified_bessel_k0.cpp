// special_modified_bessel_k0(x) = the modified Bessel function of the second kind of order 0, for x > 0
#include "etk/elementwise/real.h"
#include "etk/math/bessel.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSpecialModifiedBesselK0[] = "special_modified_bessel_k0.out";

static double modified_bessel_k0(double x) {
  return unscaled(scaled_bessel_k(0, x), -x);
}

Tensor& special_modified_bessel_k0_out(Context& ctx, const Tensor& self, Tensor& out) {
  ETK_REQUIRE(ctx, is_wide(self.scalar_type()) || !is_floating(self.scalar_type()), out);
  return apply_double<kSpecialModifiedBesselK0, modified_bessel_k0>(ctx, self, out);
}

}  // namespace torch::executor::native
