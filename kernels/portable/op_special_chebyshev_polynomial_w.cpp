// special_chebyshev_polynomial_w(x, n) = the Chebyshev polynomial of the fourth kind of degree n
#include "etk/elementwise/polynomial.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSpecialChebyshevPolynomialW[] = "special_chebyshev_polynomial_w.out";
static constexpr char kSpecialChebyshevPolynomialWDegree[] = "special_chebyshev_polynomial_w.n_scalar_out";
static constexpr char kSpecialChebyshevPolynomialWNumber[] = "special_chebyshev_polynomial_w.x_scalar_out";

Tensor& special_chebyshev_polynomial_w_out(Context& ctx, const Tensor& x, const Tensor& n, Tensor& out) {
  return polynomials<kSpecialChebyshevPolynomialW, ChebyshevW>(ctx, x, n, out);
}

Tensor& special_chebyshev_polynomial_w_n_scalar_out(
    Context& ctx, const Tensor& x, const Scalar& n, Tensor& out) {
  return polynomials<kSpecialChebyshevPolynomialWDegree, ChebyshevW>(ctx, x, n, out);
}

Tensor& special_chebyshev_polynomial_w_x_scalar_out(
    Context& ctx, const Scalar& x, const Tensor& n, Tensor& out) {
  return polynomials<kSpecialChebyshevPolynomialWNumber, ChebyshevW>(ctx, x, n, out);
}

}  // namespace torch::executor::native
