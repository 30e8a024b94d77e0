// amax(self, dim) = the largest element along dim
#include "etk/reduce/extremes.h"
#include "vec/reduce/rows_integers.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kAmax[] = "amax.out";

Tensor& opt_amax_out(Context& ctx, const Tensor& self, ArrayRef<int64_t> dim, bool keepdim, Tensor& out) {
  ETK_REQUIRE(ctx, out.scalar_type() == self.scalar_type(), out);
  const auto dims = wrap_dims(dim, self.dim());
  if (vec::try_reduce<kAmax>(vec::Reduction::kMax, /*is_mean=*/false, self, dims, keepdim, out) ||
      vec::try_reduce_integers<kAmax>(vec::Reduction::kMax, self, dims, keepdim, out)) {
    return out;
  }
  extremes<kAmax, /*kLargest=*/true>(ctx, self, dims, keepdim, &out, nullptr);
  return out;
}

}  // namespace torch::executor::native
