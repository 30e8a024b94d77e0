// special_shifted_chebyshev_polynomial_v(x, n) = special_chebyshev_polynomial_v(2x - 1, n)
#include "etk/elementwise/polynomial.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kShiftedV[] = "special_shifted_chebyshev_polynomial_v.out";
static constexpr char kShiftedVDegree[] = "special_shifted_chebyshev_polynomial_v.n_scalar_out";
static constexpr char kShiftedVNumber[] = "special_shifted_chebyshev_polynomial_v.x_scalar_out";

Tensor& special_shifted_chebyshev_polynomial_v_out(
    Context& ctx, const Tensor& x, const Tensor& n, Tensor& out) {
  return polynomials<kShiftedV, Shifted<ChebyshevV>>(ctx, x, n, out);
}

Tensor& special_shifted_chebyshev_polynomial_v_n_scalar_out(
    Context& ctx, const Tensor& x, const Scalar& n, Tensor& out) {
  return polynomials<kShiftedVDegree, Shifted<ChebyshevV>>(ctx, x, n, out);
}

Tensor& special_shifted_chebyshev_polynomial_v_x_scalar_out(
    Context& ctx, const Scalar& x, const Tensor& n, Tensor& out) {
  return polynomials<kShiftedVNumber, Shifted<ChebyshevV>>(ctx, x, n, out);
}

}  // namespace torch::executor::native
