// special_shifted_chebyshev_polynomial_u(x, n) = special_chebyshev_polynomial_u(2x - 1, n)
#include "etk/elementwise/polynomial.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kShiftedU[] = "special_shifted_chebyshev_polynomial_u.out";
static constexpr char kShiftedUDegree[] = "special_shifted_chebyshev_polynomial_u.n_scalar_out";
static constexpr char kShiftedUNumber[] = "special_shifted_chebyshev_polynomial_u.x_scalar_out";

Tensor& special_shifted_chebyshev_polynomial_u_out(
    Context& ctx, const Tensor& x, const Tensor& n, Tensor& out) {
  return polynomials<kShiftedU, Shifted<ChebyshevU>>(ctx, x, n, out);
}

Tensor& special_shifted_chebyshev_polynomial_u_n_scalar_out(
    Context& ctx, const Tensor& x, const Scalar& n, Tensor& out) {
  return polynomials<kShiftedUDegree, Shifted<ChebyshevU>>(ctx, x, n, out);
}

Tensor& special_shifted_chebyshev_polynomial_u_x_scalar_out(
    Context& ctx, const Scalar& x, const Tensor& n, Tensor& out) {
  return polynomials<kShiftedUNumber, Shifted<ChebyshevU>>(ctx, x, n, out);
}

}  // namespace torch::executor::native
