// stack(tensors, dim): the tensors, which have one shape, along a new dimension
#include "etk/move/stack.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kStack[] = "stack.out";

Tensor& ETK_KERNEL(stack_out)(Context& ctx, TensorList tensors, int64_t dim, Tensor& out) {
  return stack<kStack>(ctx, tensors, dim, out);
}

}  // namespace torch::executor::native
