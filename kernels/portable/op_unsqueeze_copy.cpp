// unsqueeze_copy(self, dim): self with a dimension of size 1 more, before dim
#include "etk/dtype.h"
#include "etk/view.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kUnsqueezeCopy[] = "unsqueeze_copy.out";

Tensor& unsqueeze_copy_out(Context& ctx, const Tensor& self, int64_t dim, Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kUnsqueezeCopy>(self) && out.scalar_type() == self.scalar_type(), out);
  View view(self);
  const auto d = wrap_dim(dim, view.rank + 1);
  ETK_REQUIRE(ctx, d && view.rank < kMaxRank, out);
  view.insert(*d);
  return copy_to_out(ctx, view, out);
}

}  // namespace torch::executor::native
