// special_bessel_y1(x) = the Bessel function of the second kind of order 1, minus the derivative of order 0
#include "etk/elementwise/real.h"
#include "etk/math/bessel.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSpecialBesselY1[] = "special_bessel_y1.out";

static double bessel_y1(double x) {
  return x < 0 ? std::nan("") : bessel(std::fabs(x)).y[1];
}

Tensor& special_bessel_y1_out(Context& ctx, const Tensor& self, Tensor& out) {
  ETK_REQUIRE(ctx, is_wide(self.scalar_type()) || !is_floating(self.scalar_type()), out);
  return apply_double<kSpecialBesselY1, bessel_y1>(ctx, self, out);
}

}  // namespace torch::executor::native
