#include "etk/math/gamma.h"

#include "etk/math/pi.h"

#include <cmath>
#include <initializer_list>
#include <limits>

namespace etk {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// For x > 0: applies ψ(x) = ψ(x + 1) - 1/x until ψ(x) = ln x - 1/2x - Σ B₂ₖ / 2k x²ᵏ has the precision of
// double.
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

// For q > 0, by the Euler–Maclaurin formula: the sum of some terms, the integral over the others, half of the
// first of these, and Σ B₂ₖ / (2k)! times its derivatives.
double zeta_of_positive(double x, double q) {
  constexpr double kBernoulli[] = {1. / 6,       -1. / 30, 1. / 42,      -1. / 30,     5. / 66,
                                   -691. / 2730, 7. / 6,   -3617. / 510, 43867. / 798, -174611. / 330};
  constexpr double kExact = std::numeric_limits<double>::epsilon() / 2;
  double sum = std::pow(q, -x), power = sum;
  for (int k = 0; k < 9 || q <= 9; ++k) {
    q += 1;
    power = std::pow(q, -x);
    sum += power;
    if (power < kExact * sum) {
      return sum;  // q or x is so large that the other terms are negligible
    }
  }
  sum += power * q / (x - 1) - power / 2;
  double derivative = power * x / q, factorial = 2;
  for (int k = 1; k <= 10; ++k) {
    const double term = kBernoulli[k - 1] * derivative / factorial;
    sum += term;
    if (std::fabs(term) < kExact * std::fabs(sum)) {
      break;
    }
    derivative *= (x + 2 * k - 1) / q * ((x + 2 * k) / q);
    factorial *= (2 * k + 1) * (2 * k + 2);
  }
  return sum;
}

}  // namespace

double digamma(double x) {
  if (x == 0) {
    return std::copysign(HUGE_VAL, -x);
  }
  if (x > 0 || x != x) {
    return digamma_of_positive(x);
  }
  const double fraction = x - std::trunc(x);
  if (fraction == 0 || std::isinf(x)) {
    return kNaN;
  }
  return digamma_of_positive(1 - x) - kPi / std::tan(kPi * fraction);
}

// ψ′(x) = Σ 1 / (x + k)² for k ≥ 0.
static double trigamma(double x, bool is_float) {
  if (x == HUGE_VAL) {
    return 0;
  }
  if (!(x < 0.5)) {
    return zeta_of_positive(2, x);
  }
  // For negative integers, where the function is infinite, PyTorch returns a finite number that depends on
  // the rounding of π.
  const bool rounds = is_float && x == std::floor(x);
  const double sine = rounds ? static_cast<double>(std::sin(static_cast<float>(kPi) * static_cast<float>(x)))
                             : std::sin(kPi * x);
  return kPi * kPi / (sine * sine) - zeta_of_positive(2, 1 - x);
}

double zeta(double x, double q) {
  if (x == 1) {
    return HUGE_VAL;
  }
  if (x < 1 || q != q) {
    return kNaN;
  }
  if (q > 0) {
    return std::isinf(q) ? kNaN : zeta_of_positive(x, q);
  }
  const double whole = std::trunc(q), fraction = q - whole;  // in (-1, 0]
  if (fraction == 0 || std::isinf(q)) {
    return HUGE_VAL;
  }
  if (x != std::floor(x)) {
    return kNaN;
  }
  // The terms with negative q + k are, up to their sign, the first terms of the series from -fraction on.
  const double above = zeta_of_positive(x, 1 + fraction);
  // For very large x, where the formula fails, all powers may be 0.
  const double others = std::pow(1 - q, -x) == 0 ? 0 : zeta_of_positive(x, 1 - q);
  const double below = zeta_of_positive(x, -fraction) - others;
  return std::isinf(x) || std::fmod(x, 2) == 0 ? above + below : above - below;
}

double polygamma(int n, double x, bool is_float) {
  if (n < 2) {
    return n == 0 ? digamma(x) : trigamma(x, is_float);
  }
  const double factorial = std::exp(std::lgamma(n + 1.0));
  return (n % 2 == 0 ? -factorial : factorial) * zeta(n + 1, x);
}

}  // namespace etk
