// special_chebyshev_polynomial_t(x, n) = the Chebyshev polynomial of the first kind of degree n, cos(n · acos
// x)
#include "etk/elementwise/polynomial.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSpecialChebyshevPolynomialT[] = "special_chebyshev_polynomial_t.out";
static constexpr char kSpecialChebyshevPolynomialTDegree[] = "special_chebyshev_polynomial_t.n_scalar_out";
static constexpr char kSpecialChebyshevPolynomialTNumber[] = "special_chebyshev_polynomial_t.x_scalar_out";

Tensor& special_chebyshev_polynomial_t_out(Context& ctx, const Tensor& x, const Tensor& n, Tensor& out) {
  return polynomials<kSpecialChebyshevPolynomialT, ChebyshevT>(ctx, x, n, out);
}

Tensor& special_chebyshev_polynomial_t_n_scalar_out(
    Context& ctx, const Tensor& x, const Scalar& n, Tensor& out) {
  return polynomials<kSpecialChebyshevPolynomialTDegree, ChebyshevT>(ctx, x, n, out);
}

Tensor& special_chebyshev_polynomial_t_x_scalar_out(
    Context& ctx, const Scalar& x, const Tensor& n, Tensor& out) {
  return polynomials<kSpecialChebyshevPolynomialTNumber, ChebyshevT>(ctx, x, n, out);
}

}  // namespace torch::executor::native
