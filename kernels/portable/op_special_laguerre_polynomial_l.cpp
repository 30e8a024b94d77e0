// special_laguerre_polynomial_l(x, n) = the Laguerre polynomial of degree n
#include "etk/elementwise/polynomial.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSpecialLaguerrePolynomialL[] = "special_laguerre_polynomial_l.out";
static constexpr char kSpecialLaguerrePolynomialLDegree[] = "special_laguerre_polynomial_l.n_scalar_out";
static constexpr char kSpecialLaguerrePolynomialLNumber[] = "special_laguerre_polynomial_l.x_scalar_out";

Tensor& special_laguerre_polynomial_l_out(Context& ctx, const Tensor& x, const Tensor& n, Tensor& out) {
  return polynomials<kSpecialLaguerrePolynomialL, Laguerre>(ctx, x, n, out);
}

Tensor& special_laguerre_polynomial_l_n_scalar_out(
    Context& ctx, const Tensor& x, const Scalar& n, Tensor& out) {
  return polynomials<kSpecialLaguerrePolynomialLDegree, Laguerre>(ctx, x, n, out);
}

Tensor& special_laguerre_polynomial_l_x_scalar_out(
    Context& ctx, const Scalar& x, const Tensor& n, Tensor& out) {
  return polynomials<kSpecialLaguerrePolynomialLNumber, Laguerre>(ctx, x, n, out);
}

}  // namespace torch::executor::native
