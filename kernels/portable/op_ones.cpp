// ones(size): a tensor of this size with 1 everywhere
#include "etk/creation/filled.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kOnes[] = "ones.out";

Tensor& ETK_KERNEL(ones_out)(Context& ctx, ArrayRef<int64_t> size, Tensor& out) {
  return set_filled<kOnes>(ctx, size, 1, out);
}

}  // namespace torch::executor::native
