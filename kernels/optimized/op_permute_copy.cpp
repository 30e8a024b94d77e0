// permute_copy(self, dims): dimension i of the out is dimension dims[i] of self
#include "etk/dtype.h"
#include "vec/copy.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kPermuteCopy[] = "permute_copy.out";

Tensor& opt_permute_copy_out(Context& ctx, const Tensor& self, ArrayRef<int64_t> dims, Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kPermuteCopy>(self) && out.scalar_type() == self.scalar_type(), out);
  View view(self);
  ETK_REQUIRE(ctx, dims.size() == view.rank, out);
  ETK_REQUIRE(ctx, wrap_dims(dims, view.rank).has_value(), out);
  size_t order[kMaxRank];
  for (size_t d = 0; d < view.rank; ++d) {
    order[d] = *wrap_dim(dims[d], view.rank);
  }
  view.permute(order);
  return vec::copy_to_out(ctx, view, out);
}

}  // namespace torch::executor::native
