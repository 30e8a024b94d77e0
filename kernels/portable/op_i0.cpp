// i0(x) = the modified Bessel function of the first kind of order 0, 1/π · ∫ e^(x cos t) dt from 0 to π
#include <limits>

#include "etk/elementwise/real.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kI0[] = "i0.out";

static double bessel_i0(double x) {
  constexpr double exact = std::numeric_limits<double>::epsilon() / 4;
  x = std::fabs(x);
  double sum = 1, term = 1;
  if (!(x >= 20)) {
    // Σ (x²/4)ᵏ / (k!)²
    for (double k = 1; term > exact * sum; ++k) {
      term *= x / (2 * k) * (x / (2 * k));
      sum += term;
    }
    return x != x ? x : sum;
  }
  if (std::isinf(x)) {
    return std::numeric_limits<double>::quiet_NaN();  // like in PyTorch
  }
  // e^x / √2πx · Σ (1·3·…·(2k - 1))² / k! (8x)ᵏ
  for (double k = 1; term > exact * sum; ++k) {
    term *= (2 * k - 1) * (2 * k - 1) / (8 * x * k);
    sum += term;
  }
  // Multiplies by the square root of the exponential twice, because the exponential may overflow even if the
  // result does not.
  const double half = std::exp(x / 2);
  return half * (sum / std::sqrt(6.28318530717958647693 * x)) * half;
}

static float bessel_i0f(float x) {
  return static_cast<float>(bessel_i0(static_cast<double>(x)));
}

Tensor& i0_out(Context& ctx, const Tensor& self, Tensor& out) {
  return apply<kI0>(ctx, self, out, bessel_i0f, bessel_i0);
}

}  // namespace torch::executor::native
