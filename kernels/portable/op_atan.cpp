// atan(x)
#include "etk/elementwise/real.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kAtan[] = "atan.out";

Tensor& ETK_KERNEL(atan_out)(Context& ctx, const Tensor& self, Tensor& out) {
  return apply<kAtan>(ctx, self, out, atanf, atan);
}

}  // namespace torch::executor::native
