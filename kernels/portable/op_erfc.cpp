// erfc(x) = 1 - erf(x), without loss where erf(x) is near 1
#include "etk/elementwise/real.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kErfc[] = "erfc.out";

Tensor& ETK_KERNEL(erfc_out)(Context& ctx, const Tensor& self, Tensor& out) {
  return apply<kErfc>(ctx, self, out, erfcf, erfc);
}

}  // namespace torch::executor::native
