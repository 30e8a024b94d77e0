// t_copy(self): the transpose of a matrix; tensors of fewer dimensions stay as they are
#include "etk/dtype.h"
#include "vec/copy.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kTCopy[] = "t_copy.out";

Tensor& opt_t_copy_out(Context& ctx, const Tensor& self, Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kTCopy>(self) && out.scalar_type() == self.scalar_type(), out);
  View view(self);
  ETK_REQUIRE(ctx, view.rank <= 2, out);
  if (view.rank == 2) {
    view.swap(0, 1);
  }
  return vec::copy_to_out(ctx, view, out);
}

}  // namespace torch::executor::native
