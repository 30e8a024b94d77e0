#include "etk/math/bessel.h"

#include "etk/math/pi.h"

#include <cmath>
#include <limits>

namespace etk {

namespace {

constexpr double kEuler = 0.57721566490153286061;
constexpr double kExact = std::numeric_limits<double>::epsilon() / 4;
// Above these, expansions for large numbers are exact to the precision of a double.
constexpr double kLarge = 25, kLargeModified = 20;
// Below this, the next term of a series is smaller than a rounding error.
constexpr double kTiny = 1e-8;

// Σ (4ν² - 1²)(4ν² - 3²)…(4ν² - (2k - 1)²) / (k! (8x)^k), the terms of the expansions for large x, as the
// sums of each fourth term: from 0, 1, 2 and 3 on.
struct LargeTerms {
  double sums[4] = {1, 0, 0, 0};

  LargeTerms(double order, double x) {
    double term = 1;
    for (int k = 1; std::fabs(term) > kExact && k < 2 * x; ++k) {
      term *= (4 * order * order - (2.0 * k - 1) * (2 * k - 1)) / (8 * x * k);
      sums[k % 4] += term;
    }
  }
  double even() const {
    return sums[0] - sums[2];
  }
  double odd() const {
    return sums[1] - sums[3];
  }
  double all() const {
    return sums[0] + sums[1] + sums[2] + sums[3];
  }
  double alternating() const {
    return sums[0] - sums[1] + sums[2] - sums[3];
  }
};

// With ω = x - order · π/2 - π/4, j = √(2/πx) · (even · cos ω - odd · sin ω), and y has their sines.
Bessel bessel_of_large(double x) {
  const double root = std::sqrt(1 / (kPi * x)), sin = std::sin(x), cos = std::cos(x);
  const LargeTerms zero(0, x), one(1, x);
  return {
      {root * (zero.even() * (cos + sin) - zero.odd() * (sin - cos)),
       root * (one.even() * (sin - cos) + one.odd() * (sin + cos))},
      {root * (zero.even() * (sin - cos) + zero.odd() * (cos + sin)),
       root * (one.odd() * (sin - cos) - one.even() * (sin + cos))}};
}

// e^x · K(x) by the trapezoidal rule, from ∫ e^(-x cosh t) cosh(νt) dt, t > 0. The error decreases
// exponentially with the width of the steps.
double integral_of_k(double order, double x) {
  constexpr double step = 0.125;
  double sum = 0.5;
  for (int i = 1;; ++i) {
    const double t = i * step, growth = x * (std::cosh(t) - 1);
    const double term = std::exp(-growth) * std::cosh(order * t);
    sum += term;
    if (growth > 1 && term < kExact * sum) {
      return sum * step;
    }
  }
}

double scaled_k(double order, double x) {
  return x < kLargeModified ? integral_of_k(order, x) : std::sqrt(kPi / (2 * x)) * LargeTerms(order, x).all();
}

}  // namespace

Bessel bessel(double x) {
  if (x >= kLarge || x != x) {
    return bessel_of_large(x);
  }
  const double log = std::log(x / 2) + kEuler;
  if (x < kTiny) {
    return {{1, x / 2}, {2 / kPi * log, -2 / (kPi * x)}};
  }
  // Functions of a large order are almost 0. From them, those of lower orders follow by recurrence, but for a
  // factor: j₀ + 2 Σ j₂ₖ is 1. Those of the second kind are sums of them.
  const int last = 20 + 2 * static_cast<int>(x);
  double above = 0, j = 1e-30, norm = 0, y0 = 0, y1 = 0;
  for (int n = last; n > 0; --n) {
    const int k = n / 2;
    const double sign = k % 2 == 0 ? 1 : -1;
    if (n % 2 == 0) {
      norm += 2 * j;
      y0 += sign * j / k;
    } else if (n > 1) {
      y1 += sign * n / (k * (k + 1.0)) * j;
    }
    const double below = 2 * n / x * j - above;
    above = j;
    j = below;
  }
  const double factor = 1 / (norm + j), j0 = j * factor, j1 = above * factor;
  return {
      {j0, j1}, {2 / kPi * (log * j0 - 2 * factor * y0), 2 / kPi * ((log - 1) * j1 - j0 / x - factor * y1)}};
}

double scaled_bessel_i(int order, double x) {
  const double size = std::fabs(x);
  double result;
  if (size < kLargeModified) {
    // Σ (x/2)^(2k + order) / (k! (k + order)!)
    double term = order == 0 ? 1 : size / 2;
    result = term;
    for (int k = 1; term > kExact * result; ++k) {
      term *= size / 2 / k * (size / 2 / (k + order));
      result += term;
    }
    result *= std::exp(-size);
  } else {
    result = LargeTerms(order, size).alternating() / std::sqrt(2 * kPi * size);
  }
  result = x != x ? x : result;
  return order == 1 && std::signbit(x) ? -result : result;
}

double unscaled(double scaled, double scale) {
  // The exponential may overflow, or become 0, even if the result does not.
  const double half = std::exp(scale / 2);
  return half * scaled * half;
}

double scaled_bessel_k(int order, double x) {
  if (!(x > 0)) {
    return x == 0 ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
  }
  if (x < kTiny) {
    return std::exp(x) * (order == 0 ? -std::log(x / 2) - kEuler : 1 / x);
  }
  return scaled_k(order, x);
}

double airy(double x) {
  if (std::isinf(x) || x != x) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  const double size = std::fabs(x), power = size * std::sqrt(size) * 2 / 3;
  if (x >= 2) {
    return std::sqrt(x / 3) / kPi * unscaled(scaled_k(1.0 / 3, power), -power);
  }
  if (x <= -8) {
    const LargeTerms terms(1.0 / 3, power);
    const double sin = std::sin(power), cos = std::cos(power);
    return (terms.even() * (cos + sin) - terms.odd() * (sin - cos)) / std::sqrt(2 * kPi * std::sqrt(size));
  }
  // Two power series in x³, with the values of Ai and of its derivative at 0.
  double even = 0.35502805388781723926, odd = -0.25881940379280679840 * x;
  double sum = even + odd;
  for (int k = 3; std::fabs(even) + std::fabs(odd) > kExact * kExact; k += 3) {
    even *= x * x * x / (k * (k - 1.0));
    odd *= x * x * x / (k * (k + 1.0));
    sum += even + odd;
  }
  return sum;
}

}  // namespace etk
