// digamma(x) = Γ′(x) / Γ(x)
#include "etk/elementwise/real.h"
#include "etk/math/gamma.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kDigamma[] = "digamma.out";

Tensor& digamma_out(Context& ctx, const Tensor& self, Tensor& out) {
  return apply_double<kDigamma, digamma>(ctx, self, out);
}

}  // namespace torch::executor::native
