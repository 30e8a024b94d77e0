// zeros(size): a tensor of this size with 0 everywhere
#include "etk/creation/filled.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kZeros[] = "zeros.out";

Tensor& ETK_KERNEL(zeros_out)(Context& ctx, ArrayRef<int64_t> size, Tensor& out) {
  return set_filled<kZeros>(ctx, size, 0, out);
}

}  // namespace torch::executor::native
