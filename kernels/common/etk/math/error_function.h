// Functions around erf(x) = 2 / √π · ∫ e^(-t²) dt from 0 to x.
#pragma once

namespace etk {

/// e^(x²) · (1 - erf(x)).
double scaled_erfc(double x);

/// The number whose erf is y; infinite where y is ±1, NaN beyond.
double erf_inverse(double y);

/// The positive number at which 1 - erf is c, of (0, 1/2].
double erfc_inverse(double c);

}  // namespace etk
