// special_i1e(x) = e^-|x| · special_i1(x)
#include "etk/elementwise/real.h"
#include "etk/math/bessel.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSpecialI1e[] = "special_i1e.out";

static double scaled_bessel_i1(double x) {
  return scaled_bessel_i(1, x);
}

Tensor& special_i1e_out(Context& ctx, const Tensor& self, Tensor& out) {
  return apply_double<kSpecialI1e, scaled_bessel_i1>(ctx, self, out);
}

}  // namespace torch::executor::native
