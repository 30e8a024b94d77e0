// special_bessel_y0(x) = the Bessel function of the second kind of order 0, for x > 0
#include "etk/elementwise/real.h"
#include "etk/math/bessel.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSpecialBesselY0[] = "special_bessel_y0.out";

static double bessel_y0(double x) {
  return x < 0 ? std::nan("") : bessel(std::fabs(x)).y[0];
}

Tensor& special_bessel_y0_out(Context& ctx, const Tensor& self, Tensor& out) {
  ETK_REQUIRE(ctx, is_wide(self.scalar_type()) || !is_floating(self.scalar_type()), out);
  return apply_double<kSpecialBesselY0, bessel_y0>(ctx, self, out);
}

}  // namespace torch::executor::native
