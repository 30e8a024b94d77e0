// unfold_copy(self, dimension, size, step): windows of this size at every step-th index of a dimension; the
// last dimension of the out is that along a window
#include "etk/dtype.h"
#include "etk/view.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kUnfoldCopy[] = "unfold_copy.out";

Tensor& unfold_copy_out(
    Context& ctx, const Tensor& self, int64_t dimension, int64_t size, int64_t step, Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kUnfoldCopy>(self) && out.scalar_type() == self.scalar_type(), out);
  View view(self);
  const auto d = wrap_dim(dimension, view.rank);
  const int64_t whole = d && view.rank > 0 ? view.sizes[*d] : 1;
  ETK_REQUIRE(ctx, d && view.rank < kMaxRank && step > 0 && size >= 0 && size <= whole, out);
  // Without dimensions, there is one window.
  const ptrdiff_t stride = view.rank > 0 ? view.strides[*d] : 0;
  if (view.rank > 0) {
    const int64_t count = (whole - size) / step + 1;
    view.slice(*d, 0, count, count > 1 ? step : 1);
  }
  view.insert(view.rank);
  view.sizes[view.rank - 1] = static_cast<executorch::aten::SizesType>(size);
  view.strides[view.rank - 1] = stride;
  return copy_to_out(ctx, view, out);
}

}  // namespace torch::executor::native
