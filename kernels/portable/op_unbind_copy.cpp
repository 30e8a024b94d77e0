// unbind_copy(self, dim): self at each index of a dimension, which goes away
#include "etk/move/split.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kUnbindCopy[] = "unbind_copy.int_out";

void ETK_KERNEL(unbind_copy_int_out)(Context& ctx, const Tensor& self, int64_t dim, TensorList out) {
  unbind<kUnbindCopy>(ctx, self, dim, out);
}

}  // namespace torch::executor::native
