// cat(tensors, dim): the tensors one behind the other along dim
#include "etk/dtype.h"
#include "etk/view.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kCat[] = "cat.out";

// A tensor of shape (0) goes with tensors of any shape.
static bool is_nothing(const Tensor& tensor) {
  return tensor.dim() == 1 && tensor.numel() == 0;
}

Tensor& cat_out(Context& ctx, TensorList tensors, int64_t dim, Tensor& out) {
  ETK_REQUIRE(ctx, !tensors.empty() && accepts<kCat>(out), out);
  const Tensor* first = &tensors[0];
  ScalarType dtype = first->scalar_type();
  for (const Tensor& tensor : tensors) {
    first = is_nothing(*first) ? &tensor : first;
    dtype = promote(dtype, tensor.scalar_type());
    ETK_REQUIRE(ctx, accepts<kCat>(tensor), out);
  }
  ETK_REQUIRE(ctx, dtype == out.scalar_type() || can_cast(dtype, out.scalar_type()), out);
  const auto d = wrap_dim(dim, first->dim());
  ETK_REQUIRE(ctx, d && first->dim() > 0, out);
  Shape shape(*first);
  shape.sizes[*d] = 0;
  for (const Tensor& tensor : tensors) {
    if (!is_nothing(tensor)) {
      Shape others(tensor);
      ETK_REQUIRE(ctx, others.rank == shape.rank, out);
      others.sizes[*d] += shape.sizes[*d];
      shape.sizes[*d] = others.sizes[*d];
      ETK_REQUIRE(ctx, others == shape, out);
    }
  }
  if (!resize(ctx, out, shape)) {
    return out;
  }
  int64_t start = 0;
  for (const Tensor& tensor : tensors) {
    if (!is_nothing(tensor)) {
      View to(out);
      to.slice(*d, start, tensor.sizes()[*d]);
      copy(View(tensor), to);
      start += tensor.sizes()[*d];
    }
  }
  return out;
}

}  // namespace torch::executor::native
