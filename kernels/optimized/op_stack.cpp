// stack(tensors, dim): the tensors, which have one shape, along a new dimension
#include "etk/move/stack.h"
#include "vec/move/copy.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kStack[] = "stack.out";

Tensor& opt_stack_out(Context& ctx, TensorList tensors, int64_t dim, Tensor& out) {
  return stack<kStack>(ctx, vec::convert, tensors, dim, out);
}

}  // namespace torch::executor::native
