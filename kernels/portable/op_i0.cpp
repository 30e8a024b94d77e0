// i0(x) = the modified Bessel function of the first kind of order 0, 1/π · ∫ e^(x cos t) dt from 0 to π
#include "etk/elementwise/real.h"
#include "etk/math/bessel.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kI0[] = "i0.out";

static double bessel_i0(double x) {
  return unscaled(scaled_bessel_i(0, x), std::fabs(x));
}

Tensor& i0_out(Context& ctx, const Tensor& self, Tensor& out) {
  return apply_double<kI0, bessel_i0>(ctx, self, out);
}

}  // namespace torch::executor::native
