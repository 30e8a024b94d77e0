// special_legendre_polynomial_p(x, n) = the Legendre polynomial of degree n
#include "etk/elementwise/polynomial.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSpecialLegendrePolynomialP[] = "special_legendre_polynomial_p.out";
static constexpr char kSpecialLegendrePolynomialPDegree[] = "special_legendre_polynomial_p.n_scalar_out";
static constexpr char kSpecialLegendrePolynomialPNumber[] = "special_legendre_polynomial_p.x_scalar_out";

Tensor& special_legendre_polynomial_p_out(Context& ctx, const Tensor& x, const Tensor& n, Tensor& out) {
  return polynomials<kSpecialLegendrePolynomialP, Legendre>(ctx, x, n, out);
}

Tensor& special_legendre_polynomial_p_n_scalar_out(
    Context& ctx, const Tensor& x, const Scalar& n, Tensor& out) {
  return polynomials<kSpecialLegendrePolynomialPDegree, Legendre>(ctx, x, n, out);
}

Tensor& special_legendre_polynomial_p_x_scalar_out(
    Context& ctx, const Scalar& x, const Tensor& n, Tensor& out) {
  return polynomials<kSpecialLegendrePolynomialPNumber, Legendre>(ctx, x, n, out);
}

}  // namespace torch::executor::native
