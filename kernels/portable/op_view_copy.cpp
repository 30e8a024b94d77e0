// view_copy(self, size): the elements of self, in order, in another shape; -1 is what is left.
// view_copy(self, dtype): the bytes of self as elements of another dtype
#include "etk/base/faster.h"
#include "etk/move/view_shape.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kViewCopy[] = "view_copy.out";
static constexpr char kViewCopyDtype[] = "view_copy.dtype_out";

Tensor& ETK_KERNEL(view_copy_out)(Context& ctx, const Tensor& self, ArrayRef<int64_t> size, Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kViewCopy>(self) && out.scalar_type() == self.scalar_type(), out);
  Shape shape;
  ETK_REQUIRE(ctx, set_view_shape(self.numel(), size, shape), out);
  if (resize(ctx, out, shape)) {
    faster_or<kViewCopy, CopyFunction>(reshape)(View(self), View(out));
  }
  return out;
}

Tensor& ETK_KERNEL(view_copy_dtype_out)(Context& ctx, const Tensor& self, ScalarType dtype, Tensor& out) {
  ETK_REQUIRE(ctx, (accepts<kViewCopyDtype>(self, out)) && out.scalar_type() == dtype, out);
  View view(self);
  const auto size = static_cast<size_t>(out.element_size());
  if (size != view.element_size) {
    // Elements that are next to each other are joined or divided along the last dimension.
    ETK_REQUIRE(ctx, view.rank > 0, out);
    const size_t last = view.rank - 1;
    const auto bytes = view.sizes[last] * static_cast<int64_t>(view.element_size);
    const auto count = bytes / static_cast<int64_t>(size);
    ETK_REQUIRE(ctx, view.strides[last] == static_cast<ptrdiff_t>(view.element_size), out);
    ETK_REQUIRE(ctx, bytes % static_cast<int64_t>(size) == 0 && count <= INT32_MAX, out);
    view.sizes[last] = static_cast<executorch::aten::SizesType>(count);
    view.strides[last] = static_cast<ptrdiff_t>(size);
    view.element_size = size;
  }
  view.dtype = dtype;
  return copy_to_out(ctx, view, out);
}

}  // namespace torch::executor::native
