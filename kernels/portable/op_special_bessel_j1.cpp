// special_bessel_j1(x) = the Bessel function of the first kind of order 1, minus the derivative of order 0
#include "etk/elementwise/real.h"
#include "etk/math/bessel.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSpecialBesselJ1[] = "special_bessel_j1.out";

static double bessel_j1(double x) {
  const double result = bessel(std::fabs(x)).j[1];
  return std::signbit(x) ? -result : result;
}

Tensor& special_bessel_j1_out(Context& ctx, const Tensor& self, Tensor& out) {
  ETK_REQUIRE(ctx, is_wide(self.scalar_type()) || !is_floating(self.scalar_type()), out);
  return apply_double<kSpecialBesselJ1, bessel_j1>(ctx, self, out);
}

}  // namespace torch::executor::native
