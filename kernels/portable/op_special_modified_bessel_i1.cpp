// special_modified_bessel_i1(x) = special_i1(x)
#include "etk/elementwise/real.h"
#include "etk/math/bessel.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSpecialModifiedBesselI1[] = "special_modified_bessel_i1.out";

static double modified_bessel_i1(double x) {
  return unscaled(scaled_bessel_i(1, x), std::fabs(x));
}

Tensor& special_modified_bessel_i1_out(Context& ctx, const Tensor& self, Tensor& out) {
  ETK_REQUIRE(ctx, is_wide(self.scalar_type()) || !is_floating(self.scalar_type()), out);
  return apply_double<kSpecialModifiedBesselI1, modified_bessel_i1>(ctx, self, out);
}

}  // namespace torch::executor::native
