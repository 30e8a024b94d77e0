// digamma(x) = Γ′(x) / Γ(x)
#include "etk/elementwise/real.h"
#include "etk/math/gamma.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kDigamma[] = "digamma.out";

static float digammaf(float x) {
  return static_cast<float>(digamma(static_cast<double>(x)));
}

Tensor& digamma_out(Context& ctx, const Tensor& self, Tensor& out) {
  return apply<kDigamma>(ctx, self, out, digammaf, digamma);
}

}  // namespace torch::executor::native
