// special_bessel_j0(x) = the Bessel function of the first kind of order 0, 1/π · ∫ cos(x sin t) dt from 0 to
// π
#include "etk/elementwise/real.h"
#include "etk/math/bessel.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSpecialBesselJ0[] = "special_bessel_j0.out";

static double bessel_j0(double x) {
  return bessel(std::fabs(x)).j[0];
}

Tensor& special_bessel_j0_out(Context& ctx, const Tensor& self, Tensor& out) {
  ETK_REQUIRE(ctx, is_wide(self.scalar_type()) || !is_floating(self.scalar_type()), out);
  return apply_double<kSpecialBesselJ0, bessel_j0>(ctx, self, out);
}

}  // namespace torch::executor::native
