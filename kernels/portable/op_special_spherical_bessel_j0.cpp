// special_spherical_bessel_j0(x) = sin(x) / x
#include "etk/elementwise/real.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSpecialSphericalBesselJ0[] = "special_spherical_bessel_j0.out";

static double spherical_bessel_j0(double x) {
  return x == 0 ? 1 : std::isinf(x) ? 0 : std::sin(x) / x;
}

Tensor& special_spherical_bessel_j0_out(Context& ctx, const Tensor& self, Tensor& out) {
  ETK_REQUIRE(ctx, is_wide(self.scalar_type()) || !is_floating(self.scalar_type()), out);
  return apply_double<kSpecialSphericalBesselJ0, spherical_bessel_j0>(ctx, self, out);
}

}  // namespace torch::executor::native
