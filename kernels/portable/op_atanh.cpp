// atanh(x)
#include "etk/elementwise/real.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kAtanh[] = "atanh.out";

Tensor& ETK_KERNEL(atanh_out)(Context& ctx, const Tensor& self, Tensor& out) {
  return apply<kAtanh>(ctx, self, out, atanhf, atanh);
}

}  // namespace torch::executor::native
