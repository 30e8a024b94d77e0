// special_hermite_polynomial_h(x, n) = the physicists' Hermite polynomial of degree n
#include "etk/elementwise/polynomial.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSpecialHermitePolynomialH[] = "special_hermite_polynomial_h.out";
static constexpr char kSpecialHermitePolynomialHDegree[] = "special_hermite_polynomial_h.n_scalar_out";
static constexpr char kSpecialHermitePolynomialHNumber[] = "special_hermite_polynomial_h.x_scalar_out";

Tensor& special_hermite_polynomial_h_out(Context& ctx, const Tensor& x, const Tensor& n, Tensor& out) {
  return polynomials<kSpecialHermitePolynomialH, Hermite<2>>(ctx, x, n, out);
}

Tensor& special_hermite_polynomial_h_n_scalar_out(
    Context& ctx, const Tensor& x, const Scalar& n, Tensor& out) {
  return polynomials<kSpecialHermitePolynomialHDegree, Hermite<2>>(ctx, x, n, out);
}

Tensor& special_hermite_polynomial_h_x_scalar_out(
    Context& ctx, const Scalar& x, const Tensor& n, Tensor& out) {
  return polynomials<kSpecialHermitePolynomialHNumber, Hermite<2>>(ctx, x, n, out);
}

}  // namespace torch::executor::native
