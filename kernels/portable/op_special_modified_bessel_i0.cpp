// special_modified_bessel_i0(x) = i0(x)
#include "etk/elementwise/real.h"
#include "etk/math/bessel.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSpecialModifiedBesselI0[] = "special_modified_bessel_i0.out";

static double modified_bessel_i0(double x) {
  return unscaled(scaled_bessel_i(0, x), std::fabs(x));
}

Tensor& special_modified_bessel_i0_out(Context& ctx, const Tensor& self, Tensor& out) {
  ETK_REQUIRE(ctx, is_wide(self.scalar_type()) || !is_floating(self.scalar_type()), out);
  return apply_double<kSpecialModifiedBesselI0, modified_bessel_i0>(ctx, self, out);
}

}  // namespace torch::executor::native
