// slice_copy(self, dim, start, end, step): every step-th index of a dimension, from start to before end
#include "etk/dtype.h"
#include "etk/view.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSliceCopy[] = "slice_copy.Tensor_out";

Tensor& slice_copy_Tensor_out(
    Context& ctx,
    const Tensor& self,
    int64_t dim,
    std::optional<int64_t> start,
    std::optional<int64_t> end,
    int64_t step,
    Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kSliceCopy>(self) && out.scalar_type() == self.scalar_type(), out);
  View view(self);
  const auto d = wrap_dim(dim, view.rank);
  ETK_REQUIRE(ctx, view.rank > 0 && d && step > 0, out);
  const int64_t size = view.sizes[*d];
  const auto clamp = [size](int64_t index) {
    index += index < 0 ? size : 0;
    return index < 0 ? 0 : index > size ? size : index;
  };
  const int64_t first = clamp(start.value_or(0)), last = clamp(end.value_or(size));
  view.slice(*d, first, last > first ? (last - first - 1) / step + 1 : 0, step);
  return copy_to_out(ctx, view, out);
}

}  // namespace torch::executor::native
