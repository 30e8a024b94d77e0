// acos(x)
#include "etk/elementwise/real.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kAcos[] = "acos.out";

Tensor& ETK_KERNEL(acos_out)(Context& ctx, const Tensor& self, Tensor& out) {
  return apply<kAcos>(ctx, self, out, acosf, acos);
}

}  // namespace torch::executor::native
