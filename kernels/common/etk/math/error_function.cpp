#include "etk/math/error_function.h"

#include "etk/math/pi.h"

#include <cmath>
#include <limits>

namespace etk {
namespace {

constexpr double kRootPi = 1.77245385090551602730;

// An approximation of erf⁻¹(y) for y in (-1, 1), where `log` is ln(1 - y²): Winitzki, A handy approximation
// for the error function and its inverse, 2008. The error is a few thousandths.
double first_guess(double log) {
  constexpr double a = 0.147;
  const double half = 2 / (kPi * a) + log / 2;
  return std::sqrt(std::sqrt(half * half - log / a) - half);
}

}  // namespace

double scaled_erfc(double x) {
  if (x < 0) {
    // From 27 on, the exponential of the square is infinite.
    return x < -27 ? HUGE_VAL : 2 * std::exp(x * x) - scaled_erfc(-x);
  }
  if (x < 25) {
    // Corrects the rounding error of the square, which the exponential would amplify.
    const double square = x * x, lost = std::fma(x, x, -square);
    return std::exp(square) * (1 + lost) * std::erfc(x);
  }
  // 1 / √π x · (1 - 1/2x² + 1·3/(2x²)² - 1·3·5/(2x²)³ + …)
  const double ratio = 0.5 / x / x;
  double series = 1;
  for (int odd = 11; odd > 0; odd -= 2) {
    series = 1 - odd * ratio * series;
  }
  return series / (kRootPi * x);
}

double erfc_inverse(double c) {
  // Newton's method for ln erfc, which is close to a parabola: its derivative is -2 / √π · erfc'(x) /
  // erfc(x).
  const double log = std::log(c);
  double x = first_guess(log + std::log(2 - c));
  for (int i = 0; i < 4; ++i) {
    const double scaled = scaled_erfc(x);
    x += (std::log(scaled) - x * x - log) * scaled * kRootPi / 2;
  }
  return x;
}

double erf_inverse(double y) {
  const double size = std::fabs(y);
  if (!(size < 1)) {
    return size == 1 ? std::copysign(HUGE_VAL, y) : std::numeric_limits<double>::quiet_NaN();
  }
  if (size > 0.5) {
    return std::copysign(erfc_inverse(1 - size), y);
  }
  if (size < 1e-8) {
    return kRootPi / 2 * y;
  }
  // Halley's method for erf, whose second derivative is -2x times the first derivative.
  double x = first_guess(std::log1p(-y * y));
  for (int i = 0; i < 3; ++i) {
    const double step = (std::erf(x) - size) * kRootPi / 2 * std::exp(x * x);
    x -= step / (1 + x * step);
  }
  return std::copysign(x, y);
}

}  // namespace etk
