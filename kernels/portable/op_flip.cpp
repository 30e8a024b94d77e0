// flip(self, dims): the indices of these dimensions from the last to the first
#include "etk/dtype.h"
#include "etk/view.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kFlip[] = "flip.out";

Tensor& flip_out(Context& ctx, const Tensor& self, ArrayRef<int64_t> dims, Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kFlip>(self) && out.scalar_type() == self.scalar_type(), out);
  View view(self);
  // Unlike for a reduction, no dimensions are none, not all.
  const std::optional<DimSet> set = dims.empty() ? DimSet{0} : wrap_dims(dims, view.rank);
  ETK_REQUIRE(ctx, set, out);
  for (size_t d = 0; d < view.rank; ++d) {
    if ((*set >> d & 1) && view.sizes[d] > 0) {
      view.slice(d, view.sizes[d] - 1, view.sizes[d], -1);
    }
  }
  return copy_to_out(ctx, view, out);
}

}  // namespace torch::executor::native
