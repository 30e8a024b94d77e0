// sinh(x)
#include "etk/elementwise/real.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSinh[] = "sinh.out";

Tensor& ETK_KERNEL(sinh_out)(Context& ctx, const Tensor& self, Tensor& out) {
  return apply<kSinh>(ctx, self, out, sinhf, sinh);
}

}  // namespace torch::executor::native
