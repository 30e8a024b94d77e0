// expand_copy(self, size): self repeated along dimensions of size 1, and new ones in front; -1 keeps a size
#include "etk/dtype.h"
#include "etk/expand.h"
#include "vec/copy.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kExpandCopy[] = "expand_copy.out";

Tensor& opt_expand_copy_out(
    Context& ctx, const Tensor& self, ArrayRef<int64_t> size, bool implicit, Tensor& out) {
  (void)implicit;  // has no effect in PyTorch either
  ETK_REQUIRE(ctx, accepts<kExpandCopy>(self) && out.scalar_type() == self.scalar_type(), out);
  View view(self);
  ETK_REQUIRE(ctx, expand(view, size), out);
  return vec::copy_to_out(ctx, view, out);
}

}  // namespace torch::executor::native
