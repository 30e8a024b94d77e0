// Orthogonal polynomials: a polynomial of degree n follows from those of degrees n - 1 and n - 2.
//
// Functions of an angle replace long recurrences of Chebyshev polynomials between -1 and 1, as they do in
// PyTorch.
#pragma once

#include "etk/elementwise/map.h"

#include <cmath>
#include <limits>

namespace etk {

/// The value of degree n, from those of degree 0 and 1, and next(k, p, q), that of degree k + 1 from those of
/// degrees k - 1 and k.
template <typename C, typename Next>
C by_recurrence(C zero, C one, int64_t n, const Next& next) {
  C p = zero, q = one;
  if (n <= 0) {
    return n == 0 ? zero : C(0);
  }
  for (int64_t k = 1; k < n && q == q; ++k) {
    const C r = next(static_cast<C>(k), p, q);
    p = q;
    q = r;
  }
  return q;
}

/// Chebyshev polynomials: p(0) = 1, p(1) = a · x + b, p(k + 1) = 2x · p(k) - p(k - 1).
template <typename C>
C chebyshev(C x, C first, int64_t n) {
  return by_recurrence(C(1), first, n, [x](C, C p, C q) { return (x + x) * q - p; });
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
    return n > 6 && std::fabs(x) < 1 ? std::cos(static_cast<C>(n) * std::acos(x)) : chebyshev(x, x, n);
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
    return chebyshev(x, x + x, n);
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
    return chebyshev(x, x + x - 1, n);
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
    return chebyshev(x, x + x + 1, n);
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
        C(1), C(kFactor) * x, n, [x](C k, C p, C q) { return C(kFactor) * (x * q - k * p); });
  }
};

struct Laguerre {
  template <typename C>
  C operator()(C x, int64_t n) const {
    return by_recurrence(
        C(1), 1 - x, n, [x](C k, C p, C q) { return ((k + k + (1 - x)) * q - k * p) / (k + 1); });
  }
};

struct Legendre {
  template <typename C>
  C operator()(C x, int64_t n) const {
    if (std::fabs(x) == 1) {
      return n < 0 ? 0 : x > 0 || is_even(n) ? 1 : -1;
    }
    return by_recurrence(C(1), x, n, [x](C k, C p, C q) { return ((k + k + 1) * x * q - k * p) / (k + 1); });
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
