// transpose_copy(self, dim0, dim1): two dimensions change places
#include "etk/dtype.h"
#include "vec/copy.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kTransposeCopy[] = "transpose_copy.int_out";

Tensor& opt_transpose_copy_int_out(
    Context& ctx, const Tensor& self, int64_t dim0, int64_t dim1, Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kTransposeCopy>(self) && out.scalar_type() == self.scalar_type(), out);
  View view(self);
  const auto d0 = wrap_dim(dim0, view.rank), d1 = wrap_dim(dim1, view.rank);
  ETK_REQUIRE(ctx, d0 && d1, out);
  if (view.rank > 0) {
    view.swap(*d0, *d1);
  }
  return vec::copy_to_out(ctx, view, out);
}

}  // namespace torch::executor::native
