// Derivatives of log Γ(x), and the related zeta function.
#pragma once

namespace etk {

/// ψ(x) = Γ′(x) / Γ(x).
double digamma(double x);

/// The Hurwitz zeta function ζ(x, q) = Σ (q + k)^-x for k ≥ 0; NaN outside its domain.
double zeta(double x, double q);

/// The n-th derivative of ψ, n ≥ 0. `is_float`: whether x is a float.
double polygamma(int n, double x, bool is_float);

}  // namespace etk
