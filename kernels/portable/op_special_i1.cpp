// special_i1(x) = the modified Bessel function of the first kind of order 1, the derivative of i0(x)
#include "etk/elementwise/real.h"
#include "etk/math/bessel.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSpecialI1[] = "special_i1.out";

static double bessel_i1(double x) {
  return unscaled(scaled_bessel_i(1, x), std::fabs(x));
}

Tensor& special_i1_out(Context& ctx, const Tensor& self, Tensor& out) {
  return apply_double<kSpecialI1, bessel_i1>(ctx, self, out);
}

}  // namespace torch::executor::native
