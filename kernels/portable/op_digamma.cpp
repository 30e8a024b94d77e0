// digamma(x) = Γ′(x) / Γ(x)
#include <limits>

#include "etk/real.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kDigamma[] = "digamma.out";

namespace {

// For x > 0: ψ(x) = ψ(x + 1) - 1/x up to where ψ(x) = ln x - 1/2x - Σ B₂ₖ / 2k x²ᵏ is as exact as a double.
double digamma_of_positive(double x) {
  double sum = 0;
  for (; x < 10; x += 1) {
    sum -= 1 / x;
  }
  const double square = 1 / (x * x);
  double series = 0;
  for (const double term : {-1. / 12, 691. / 32760, -1. / 132, 1. / 240, -1. / 252, 1. / 120, -1. / 12}) {
    series = (series + term) * square;
  }
  return sum + std::log(x) - 0.5 / x + series;
}

double digamma(double x) {
  constexpr double pi = 3.14159265358979323846;
  if (x == 0) {
    return std::copysign(HUGE_VAL, -x);
  }
  if (x > 0 || x != x) {
    return digamma_of_positive(x);
  }
  const double fraction = x - std::trunc(x);
  if (fraction == 0 || std::isinf(x)) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  return digamma_of_positive(1 - x) - pi / std::tan(pi * fraction);
}

float digammaf(float x) {
  return static_cast<float>(digamma(static_cast<double>(x)));
}

}  // namespace

Tensor& digamma_out(Context& ctx, const Tensor& self, Tensor& out) {
  return apply<kDigamma>(ctx, self, out, digammaf, digamma);
}

}  // namespace torch::executor::native
