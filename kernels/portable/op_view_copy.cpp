// view_copy(self, size): the elements of self, in order, in another shape; -1 is what is left
#include "etk/dtype.h"
#include "etk/view.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kViewCopy[] = "view_copy.out";

Tensor& view_copy_out(Context& ctx, const Tensor& self, ArrayRef<int64_t> size, Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kViewCopy>(self) && out.scalar_type() == self.scalar_type(), out);
  ETK_REQUIRE(ctx, size.size() <= kMaxRank, out);
  Shape shape;
  int64_t known = 1;
  std::optional<size_t> open;
  for (size_t d = 0; d < size.size(); ++d) {
    ETK_REQUIRE(ctx, size[d] >= 0 || (size[d] == -1 && !open), out);
    if (size[d] == -1) {
      open = d;
    } else {
      known *= size[d];
    }
    shape.push_back(size[d]);
  }
  if (open) {
    ETK_REQUIRE(ctx, known > 0 && self.numel() % known == 0, out);
    shape.sizes[*open] = static_cast<executorch::aten::SizesType>(self.numel() / known);
  }
  ETK_REQUIRE(ctx, shape.numel() == static_cast<size_t>(self.numel()), out);
  if (resize(ctx, out, shape)) {
    reshape(View(self), View(out));
  }
  return out;
}

}  // namespace torch::executor::native
