// cat(tensors, dim): the tensors, concatenated along dim
#include "etk/move/cat.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kCat[] = "cat.out";

Tensor& ETK_KERNEL(cat_out)(Context& ctx, TensorList tensors, int64_t dim, Tensor& out) {
  const auto d = prepare_cat<kCat>(ctx, tensors, dim, out);
  if (d && !try_faster<kCat, CatFunction>(tensors, *d, out)) {
    copy_to_cat(tensors, *d, out);
  }
  return out;
}

}  // namespace torch::executor::native
