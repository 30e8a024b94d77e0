// special_hermite_polynomial_he(x, n) = the Hermite polynomial of degree n of statistics
#include "etk/elementwise/polynomial.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSpecialHermitePolynomialHe[] = "special_hermite_polynomial_he.out";
static constexpr char kSpecialHermitePolynomialHeDegree[] = "special_hermite_polynomial_he.n_scalar_out";
static constexpr char kSpecialHermitePolynomialHeNumber[] = "special_hermite_polynomial_he.x_scalar_out";

Tensor& special_hermite_polynomial_he_out(Context& ctx, const Tensor& x, const Tensor& n, Tensor& out) {
  return polynomials<kSpecialHermitePolynomialHe, Hermite<1>>(ctx, x, n, out);
}

Tensor& special_hermite_polynomial_he_n_scalar_out(
    Context& ctx, const Tensor& x, const Scalar& n, Tensor& out) {
  return polynomials<kSpecialHermitePolynomialHeDegree, Hermite<1>>(ctx, x, n, out);
}

Tensor& special_hermite_polynomial_he_x_scalar_out(
    Context& ctx, const Scalar& x, const Tensor& n, Tensor& out) {
  return polynomials<kSpecialHermitePolynomialHeNumber, Hermite<1>>(ctx, x, n, out);
}

}  // namespace torch::executor::native
