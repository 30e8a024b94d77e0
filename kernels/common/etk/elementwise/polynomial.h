// Orthogonal polynomials: a polynomial of degree n follows from those of degrees n - 1 and n - 2.
//
// Functions of an angle replace long recurrences of Chebyshev polynomials between -1 and 1, as they do in
// PyTorch.
#pragma once

#include "etk/elementwise/map.h"

#include <cmath>
#include <limits>

namespace etk {

/// A number in double that becomes infinite where one of type C would. Terms of recurrences cancel, which
/// would cost digits in float; but the result overflows as PyTorch's does.
template <typename C>
struct Wide {
  double value;

  Wide(double from) : value(from) {
    constexpr auto kMost = static_cast<double>(std::numeric_limits<C>::max());
    if (std::fabs(from) > kMost) {
      value = std::copysign(HUGE_VAL, from);
    }
  }

  friend Wide operator+(Wide a, Wide b) {
    return a.value + b.value;
  }
  friend Wide operator-(Wide a, Wide b) {
    return a.value - b.value;
  }
  friend Wide operator*(Wide a, Wide b) {
    return a.value * b.value;
  }
  friend Wide operator/(Wide a, Wide b) {
    return a.value / b.value;
  }
};

/// The value of degree n for x, from 1 for degree 0, first(x) for degree 1, and next(x, k, p, q) for degree
/// k + 1, where p and q are those of degrees k - 1 and k.
template <typename C, typename First, typename Next>
C by_recurrence(C value, int64_t n, const First& first, const Next& next) {
  if (n <= 0) {
    return n == 0 ? 1 : 0;
  }
  const Wide<C> x = static_cast<double>(value);
  Wide<C> p = 1, q = first(x);
  for (int64_t k = 1; k < n && q.value == q.value; ++k) {
    const Wide<C> r = next(x, Wide<C>(static_cast<double>(k)), p, q);
    p = q;
    q = r;
  }
  return static_cast<C>(q.value);
}

/// Chebyshev polynomials: p(0) = 1, p(1) = first(x), p(k + 1) = 2x · p(k) - p(k - 1).
template <typename C, typename First>
C chebyshev(C value, int64_t n, const First& first) {
  return by_recurrence(value, n, first, [](auto x, auto, auto p, auto q) { return (x + x) * q - p; });
}

constexpr bool is_even(int64_t n) {
  return n % 2 == 0;
}

// cos(n · acos x)
struct ChebyshevT {
  template <typename C>
  C operator()(C x, int64_t n) const {
    if (std::fabs(x) == 1) {
      return n < 0 ? 0 : x > 0 || is_even(n) ? 1 : -1;
    }
    return n > 6 && std::fabs(x) < 1 ? std::cos(static_cast<C>(n) * std::acos(x))
                                     : chebyshev(x, n, [](auto y) { return y; });
  }
};

// sin((n + 1) · acos x) / sin(acos x)
struct ChebyshevU {
  template <typename C>
  C operator()(C x, int64_t n) const {
    const auto next = static_cast<C>(n + 1);
    if (std::fabs(x) == 1) {
      return n < 0 ? 0 : x > 0 || is_even(n) ? next : -next;
    }
    if (n > 8 && std::fabs(x) < 1) {
      return std::sin(next * std::acos(x)) / std::sin(std::acos(x));
    }
    return chebyshev(x, n, [](auto y) { return y + y; });
  }
};

// cos((n + ½) · acos x) / cos(½ acos x)
struct ChebyshevV {
  template <typename C>
  C operator()(C x, int64_t n) const {
    const auto end = static_cast<C>(n + n + 1);
    if (std::fabs(x) == 1) {
      return n < 0 ? 0 : x > 0 ? 1 : is_even(n) ? end : -end;
    }
    if (n > 8 && std::fabs(x) < 1) {
      return std::cos(end / 2 * std::acos(x)) / std::cos(std::acos(x) / 2);
    }
    return chebyshev(x, n, [](auto y) { return y + y - 1; });
  }
};

// sin((n + ½) · acos x) / sin(½ acos x)
struct ChebyshevW {
  template <typename C>
  C operator()(C x, int64_t n) const {
    const auto end = static_cast<C>(n + n + 1);
    if (std::fabs(x) == 1) {
      return n < 0 ? 0 : x > 0 ? end : is_even(n) ? 1 : -1;
    }
    if (n > 8 && std::fabs(x) < 1) {
      return std::sin(end / 2 * std::acos(x)) / std::sin(std::acos(x) / 2);
    }
    return chebyshev(x, n, [](auto y) { return y + y + 1; });
  }
};

/// The polynomial of 2x - 1.
template <typename Polynomial>
struct Shifted {
  template <typename C>
  C operator()(C x, int64_t n) const {
    return Polynomial()(x + x - 1, n);
  }
};

/// Hermite's polynomials, those of the physicists for a factor of 2, and those of statistics for 1.
template <int kFactor>
struct Hermite {
  template <typename C>
  C operator()(C x, int64_t n) const {
    // Larger ones overflow.
    if (n > (std::is_same_v<C, float> ? 128 : 512)) {
      return std::numeric_limits<C>::quiet_NaN();
    }
    return by_recurrence(
        x, n, [](auto y) { return kFactor * y; },
        [](auto y, auto k, auto p, auto q) { return kFactor * (y * q - k * p); });
  }
};

struct Laguerre {
  template <typename C>
  C operator()(C x, int64_t n) const {
    return by_recurrence(
        x, n, [](auto y) { return 1 - y; },
        [](auto y, auto k, auto p, auto q) { return ((k + k + (1 - y)) * q - k * p) / (k + 1); });
  }
};

struct Legendre {
  template <typename C>
  C operator()(C x, int64_t n) const {
    if (std::fabs(x) == 1) {
      return n < 0 ? 0 : x > 0 || is_even(n) ? 1 : -1;
    }
    return by_recurrence(
        x, n, [](auto y) { return y; },
        [](auto y, auto k, auto p, auto q) { return ((k + k + 1) * y * q - k * p) / (k + 1); });
  }
};

/// Sets `out` to polynomials of x, whose degrees are n without fractions; 0 for a negative degree.
template <const char* kOp, typename Polynomial, typename X, typename N>
Tensor& polynomials(Context& ctx, const X& x, const N& n, Tensor& out) {
  const ScalarType dtype = promoted(x, n);
  ETK_REQUIRE(ctx, dtype != ScalarType::Half && dtype != ScalarType::BFloat16, out);
  const auto f = [](auto value, auto degree) {
    // PyTorch has no polynomials of other degrees.
    const bool is_degree = degree > -1 && degree < static_cast<decltype(degree)>(1LL << 40);
    return is_degree ? Polynomial()(value, static_cast<int64_t>(degree)) : 0;
  };
  return map<kOp, Promote::kFloat>(ctx, out, f, x, n);
}

}  // namespace etk
