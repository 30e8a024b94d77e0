// special_modified_bessel_k1(x) = the modified Bessel function of the second kind of order 1, minus the
// derivative of order 0
#include "etk/elementwise/real.h"
#include "etk/math/bessel.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSpecialModifiedBesselK1[] = "special_modified_bessel_k1.out";

static double modified_bessel_k1(double x) {
  return unscaled(scaled_bessel_k(1, x), -x);
}

Tensor& special_modified_bessel_k1_out(Context& ctx, const Tensor& self, Tensor& out) {
  ETK_REQUIRE(ctx, is_wide(self.scalar_type()) || !is_floating(self.scalar_type()), out);
  return apply_double<kSpecialModifiedBesselK1, modified_bessel_k1>(ctx, self, out);
}

}  // namespace torch::executor::native
