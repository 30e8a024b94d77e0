// asinh(x)
#include "etk/elementwise/real.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kAsinh[] = "asinh.out";

Tensor& asinh_out(Context& ctx, const Tensor& self, Tensor& out) {
  return apply<kAsinh>(ctx, self, out, asinhf, asinh);
}

}  // namespace torch::executor::native
