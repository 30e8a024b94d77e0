// special_shifted_chebyshev_polynomial_t(x, n) = special_chebyshev_polynomial_t(2x - 1, n)
#include "etk/elementwise/polynomial.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kShiftedT[] = "special_shifted_chebyshev_polynomial_t.out";
static constexpr char kShiftedTDegree[] = "special_shifted_chebyshev_polynomial_t.n_scalar_out";
static constexpr char kShiftedTNumber[] = "special_shifted_chebyshev_polynomial_t.x_scalar_out";

Tensor& special_shifted_chebyshev_polynomial_t_out(
    Context& ctx, const Tensor& x, const Tensor& n, Tensor& out) {
  return polynomials<kShiftedT, Shifted<ChebyshevT>>(ctx, x, n, out);
}

Tensor& special_shifted_chebyshev_polynomial_t_n_scalar_out(
    Context& ctx, const Tensor& x, const Scalar& n, Tensor& out) {
  return polynomials<kShiftedTDegree, Shifted<ChebyshevT>>(ctx, x, n, out);
}

Tensor& special_shifted_chebyshev_polynomial_t_x_scalar_out(
    Context& ctx, const Scalar& x, const Tensor& n, Tensor& out) {
  return polynomials<kShiftedTNumber, Shifted<ChebyshevT>>(ctx, x, n, out);
}

}  // namespace torch::executor::native
