// split_with_sizes_copy(self, split_sizes, dim): consecutive parts of these sizes along dim
#include "etk/move/split.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSplitWithSizesCopy[] = "split_with_sizes_copy.out";

void ETK_KERNEL(split_with_sizes_copy_out)(
    Context& ctx, const Tensor& self, ArrayRef<int64_t> split_sizes, int64_t dim, TensorList out) {
  split_with_sizes<kSplitWithSizesCopy>(ctx, self, split_sizes, dim, out);
}

}  // namespace torch::executor::native
