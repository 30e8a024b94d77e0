// special_shifted_chebyshev_polynomial_w(x, n) = special_chebyshev_polynomial_w(2x - 1, n)
#include "etk/elementwise/polynomial.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kShiftedW[] = "special_shifted_chebyshev_polynomial_w.out";
static constexpr char kShiftedWDegree[] = "special_shifted_chebyshev_polynomial_w.n_scalar_out";
static constexpr char kShiftedWNumber[] = "special_shifted_chebyshev_polynomial_w.x_scalar_out";

Tensor& special_shifted_chebyshev_polynomial_w_out(
    Context& ctx, const Tensor& x, const Tensor& n, Tensor& out) {
  return polynomials<kShiftedW, Shifted<ChebyshevW>>(ctx, x, n, out);
}

Tensor& special_shifted_chebyshev_polynomial_w_n_scalar_out(
    Context& ctx, const Tensor& x, const Scalar& n, Tensor& out) {
  return polynomials<kShiftedWDegree, Shifted<ChebyshevW>>(ctx, x, n, out);
}

Tensor& special_shifted_chebyshev_polynomial_w_x_scalar_out(
    Context& ctx, const Scalar& x, const Tensor& n, Tensor& out) {
  return polynomials<kShiftedWNumber, Shifted<ChebyshevW>>(ctx, x, n, out);
}

}  // namespace torch::executor::native
