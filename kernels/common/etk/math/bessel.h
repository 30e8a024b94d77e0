// Bessel functions, and those of Airy, which are related.
#pragma once

namespace etk {

/// Functions of the first kind (j) and of the second kind (y), of order 0 and 1.
struct Bessel {
  double j[2], y[2];
};

/// For x ≥ 0.
Bessel bessel(double x);

/// e^-|x| · I(x), the modified function of the first kind, of order 0 or 1.
double scaled_bessel_i(int order, double x);

/// e^scale · scaled: like the product, but only infinite if the product is.
double unscaled(double scaled, double scale);

/// e^x · K(x), the modified function of the second kind, of order 0 or 1; infinite at 0, NaN for x < 0.
double scaled_bessel_k(int order, double x);

/// Ai(x); NaN if x is infinite.
double airy(double x);

}  // namespace etk
