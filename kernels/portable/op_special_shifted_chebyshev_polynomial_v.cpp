// special_shifted_chebyshev_polynomial_v(x, n) = special_chebyshev_polynomial_v(2x - 1, n)
#include "etk/elementwise/polynomial.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSpecialShiftedChebyshevPolynomialV[] = "special_shifted_chebyshev_polynomial_v.out";
static constexpr char kSpecialShiftedChebyshevPolynomialVDegree[] =
    "special_shifted_chebyshev_polynomial_v.n_scalar_out";
static constexpr char kSpecialShiftedChebyshevPolynomialVNumber[] =
    "special_shifted_chebyshev_polynomial_v.x_scalar_out";

Tensor& special_shifted_chebyshev_polynomial_v_out(
    Context& ctx, const Tensor& x, const Tensor& n, Tensor& out) {
  return polynomials<kSpecialShiftedChebyshevPolynomialV, Shifted<ChebyshevV>>(ctx, x, n, out);
}

Tensor& special_shifted_chebyshev_polynomial_v_n_scalar_out(
    Context& ctx, const Tensor& x, const Scalar& n, Tensor& out) {
  return polynomials<kSpecialShiftedChebyshevPolynomialVDegree, Shifted<ChebyshevV>>(ctx, x, n, out);
}

Tensor& special_shifted_chebyshev_polynomial_v_x_scalar_out(
    Context& ctx, const Scalar& x, const Tensor& n, Tensor& out) {
  return polynomials<kSpecialShiftedChebyshevPolynomialVNumber, Shifted<ChebyshevV>>(ctx, x, n, out);
}

}  // namespace torch::executor::native
