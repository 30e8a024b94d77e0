// cat(tensors, dim): the tensors, concatenated along dim
#include "etk/move/cat.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kCat[] = "cat.out";

Tensor& ETK_KERNEL(cat_out)(Context& ctx, TensorList tensors, int64_t dim, Tensor& out) {
  return cat<kCat>(ctx, tensors, dim, out);
}

}  // namespace torch::executor::native
