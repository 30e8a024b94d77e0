// special_shifted_chebyshev_polynomial_w(x, n) = special_chebyshev_polynomial_w(2x - 1, n)
#include "etk/elementwise/polynomial.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSpecialShiftedChebyshevPolynomialW[] = "special_shifted_chebyshev_polynomial_w.out";
static constexpr char kSpecialShiftedChebyshevPolynomialWDegree[] =
    "special_shifted_chebyshev_polynomial_w.n_scalar_out";
static constexpr char kSpecialShiftedChebyshevPolynomialWNumber[] =
    "special_shifted_chebyshev_polynomial_w.x_scalar_out";

Tensor& special_shifted_chebyshev_polynomial_w_out(
    Context& ctx, const Tensor& x, const Tensor& n, Tensor& out) {
  return polynomials<kSpecialShiftedChebyshevPolynomialW, Shifted<ChebyshevW>>(ctx, x, n, out);
}

Tensor& special_shifted_chebyshev_polynomial_w_n_scalar_out(
    Context& ctx, const Tensor& x, const Scalar& n, Tensor& out) {
  return polynomials<kSpecialShiftedChebyshevPolynomialWDegree, Shifted<ChebyshevW>>(ctx, x, n, out);
}

Tensor& special_shifted_chebyshev_polynomial_w_x_scalar_out(
    Context& ctx, const Scalar& x, const Tensor& n, Tensor& out) {
  return polynomials<kSpecialShiftedChebyshevPolynomialWNumber, Shifted<ChebyshevW>>(ctx, x, n, out);
}

}  // namespace torch::executor::native
