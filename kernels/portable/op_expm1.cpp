// expm1(x) = eˣ - 1
#include "etk/elementwise/real.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kExpm1[] = "expm1.out";

Tensor& ETK_KERNEL(expm1_out)(Context& ctx, const Tensor& self, Tensor& out) {
  return apply<kExpm1>(ctx, self, out, expm1f, expm1);
}

}  // namespace torch::executor::native
