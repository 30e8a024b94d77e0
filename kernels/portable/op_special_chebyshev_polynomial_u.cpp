// special_chebyshev_polynomial_u(x, n) = the Chebyshev polynomial of the second kind of degree n
#include "etk/elementwise/polynomial.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSpecialChebyshevPolynomialU[] = "special_chebyshev_polynomial_u.out";
static constexpr char kSpecialChebyshevPolynomialUDegree[] = "special_chebyshev_polynomial_u.n_scalar_out";
static constexpr char kSpecialChebyshevPolynomialUNumber[] = "special_chebyshev_polynomial_u.x_scalar_out";

Tensor& special_chebyshev_polynomial_u_out(Context& ctx, const Tensor& x, const Tensor& n, Tensor& out) {
  return polynomials<kSpecialChebyshevPolynomialU, ChebyshevU>(ctx, x, n, out);
}

Tensor& special_chebyshev_polynomial_u_n_scalar_out(
    Context& ctx, const Tensor& x, const Scalar& n, Tensor& out) {
  return polynomials<kSpecialChebyshevPolynomialUDegree, ChebyshevU>(ctx, x, n, out);
}

Tensor& special_chebyshev_polynomial_u_x_scalar_out(
    Context& ctx, const Scalar& x, const Tensor& n, Tensor& out) {
  return polynomials<kSpecialChebyshevPolynomialUNumber, ChebyshevU>(ctx, x, n, out);
}

}  // namespace torch::executor::native
