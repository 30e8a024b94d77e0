// special_chebyshev_polynomial_v(x, n) = the Chebyshev polynomial of the third kind of degree n
#include "etk/elementwise/polynomial.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSpecialChebyshevPolynomialV[] = "special_chebyshev_polynomial_v.out";
static constexpr char kSpecialChebyshevPolynomialVDegree[] = "special_chebyshev_polynomial_v.n_scalar_out";
static constexpr char kSpecialChebyshevPolynomialVNumber[] = "special_chebyshev_polynomial_v.x_scalar_out";

Tensor& special_chebyshev_polynomial_v_out(Context& ctx, const Tensor& x, const Tensor& n, Tensor& out) {
  return polynomials<kSpecialChebyshevPolynomialV, ChebyshevV>(ctx, x, n, out);
}

Tensor& special_chebyshev_polynomial_v_n_scalar_out(
    Context& ctx, const Tensor& x, const Scalar& n, Tensor& out) {
  return polynomials<kSpecialChebyshevPolynomialVDegree, ChebyshevV>(ctx, x, n, out);
}

Tensor& special_chebyshev_polynomial_v_x_scalar_out(
    Context& ctx, const Scalar& x, const Tensor& n, Tensor& out) {
  return polynomials<kSpecialChebyshevPolynomialVNumber, ChebyshevV>(ctx, x, n, out);
}

}  // namespace torch::executor::native
