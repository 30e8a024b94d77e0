// stack(tensors, dim): the tensors, which have one shape, along a new dimension
#include "etk/dtype.h"
#include "etk/view.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kStack[] = "stack.out";

Tensor& stack_out(Context& ctx, TensorList tensors, int64_t dim, Tensor& out) {
  ETK_REQUIRE(ctx, !tensors.empty() && accepts<kStack>(out), out);
  const Shape each(tensors[0]);
  ScalarType dtype = tensors[0].scalar_type();
  for (const Tensor& tensor : tensors) {
    dtype = promote(dtype, tensor.scalar_type());
    ETK_REQUIRE(ctx, accepts<kStack>(tensor) && Shape(tensor) == each, out);
  }
  ETK_REQUIRE(ctx, can_convert(dtype, out.scalar_type()) && can_cast(dtype, out.scalar_type()), out);
  const auto d = wrap_dim(dim, each.rank + 1);
  ETK_REQUIRE(ctx, d && each.rank < kMaxRank, out);
  View shape(tensors[0]);
  shape.insert(*d);
  shape.sizes[*d] = static_cast<executorch::aten::SizesType>(tensors.size());
  if (resize(ctx, out, shape)) {
    for (size_t i = 0; i < tensors.size(); ++i) {
      View to(out);
      to.remove(*d, static_cast<int64_t>(i));
      copy(View(tensors[i]), to);
    }
  }
  return out;
}

}  // namespace torch::executor::native
