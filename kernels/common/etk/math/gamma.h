// Derivatives of log Γ(x), and the sums of powers that they are.
#pragma once

namespace etk {

/// ψ(x) = Γ′(x) / Γ(x).
double digamma(double x);

/// Hurwitz's ζ(x, q) = Σ (q + k)^-x for k ≥ 0; NaN where it is not defined.
double zeta(double x, double q);

/// The n-th derivative of ψ, n ≥ 0. With `is_float`, x is one of float.
double polygamma(int n, double x, bool is_float);

}  // namespace etk
