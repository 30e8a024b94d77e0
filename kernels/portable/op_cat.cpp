// cat(tensors, dim): the tensors, concatenated along dim
#include "etk/move/cat.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kCat[] = "cat.out";

Tensor& cat_out(Context& ctx, TensorList tensors, int64_t dim, Tensor& out) {
  if (const auto d = prepare_cat<kCat>(ctx, tensors, dim, out)) {
    copy_to_cat(tensors, *d, out);
  }
  return out;
}

}  // namespace torch::executor::native
