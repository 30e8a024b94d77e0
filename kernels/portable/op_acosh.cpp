// acosh(x)
#include "etk/elementwise/real.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kAcosh[] = "acosh.out";

Tensor& acosh_out(Context& ctx, const Tensor& self, Tensor& out) {
  return apply<kAcosh>(ctx, self, out, acoshf, acosh);
}

}  // namespace torch::executor::native
