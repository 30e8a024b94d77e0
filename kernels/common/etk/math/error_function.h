// Variants and inverses of erf(x) = 2 / √π · ∫ e^(-t²) dt from 0 to x.
#pragma once

namespace etk {

/// e^(x²) · (1 - erf(x)).
double scaled_erfc(double x);

/// erf⁻¹(y); infinite for y = ±1, NaN for |y| > 1.
double erf_inverse(double y);

/// The positive x with 1 - erf(x) = c, for c in (0, 1/2].
double erfc_inverse(double c);

}  // namespace etk
