// special_i0e(x) = e^-|x| · i0(x)
#include "etk/elementwise/real.h"
#include "etk/math/bessel.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSpecialI0e[] = "special_i0e.out";

static double scaled_bessel_i0(double x) {
  return scaled_bessel_i(0, x);
}

Tensor& special_i0e_out(Context& ctx, const Tensor& self, Tensor& out) {
  return apply_double<kSpecialI0e, scaled_bessel_i0>(ctx, self, out);
}

}  // namespace torch::executor::native
