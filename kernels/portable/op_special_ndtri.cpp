// special_ndtri(p) = the number that one of the normal distribution is below with probability p
#include <limits>

#include "etk/elementwise/real.h"
#include "etk/math/error_function.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSpecialNdtri[] = "special_ndtri.out";

static double normal_quantile(double p) {
  constexpr double root2 = 1.41421356237309504880;
  if (p < 0 || p > 1) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  if (p > 0 && p < 0.25) {
    return -root2 * erfc_inverse(2 * p);
  }
  return p > 0.75 && p < 1 ? root2 * erfc_inverse(2 * (1 - p)) : root2 * erf_inverse(2 * p - 1);
}

Tensor& special_ndtri_out(Context& ctx, const Tensor& self, Tensor& out) {
  ETK_REQUIRE(ctx, is_wide(self.scalar_type()) || !is_floating(self.scalar_type()), out);
  return apply_double<kSpecialNdtri, normal_quantile>(ctx, self, out);
}

}  // namespace torch::executor::native
