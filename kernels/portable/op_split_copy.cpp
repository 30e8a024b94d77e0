// split_copy(self, split_size, dim): consecutive parts of this size along dim; the last may be
// smaller
#include "etk/move/split.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSplitCopy[] = "split_copy.Tensor_out";

void ETK_KERNEL(split_copy_Tensor_out)(
    Context& ctx, const Tensor& self, int64_t split_size, int64_t dim, TensorList out) {
  split<kSplitCopy>(ctx, self, split_size, dim, out);
}

}  // namespace torch::executor::native
