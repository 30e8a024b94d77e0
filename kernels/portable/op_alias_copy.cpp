// alias_copy(self) = self
#include "etk/base/copy.h"
#include "etk/base/selected_dtypes.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kAliasCopy[] = "alias_copy.out";

Tensor& alias_copy_out(Context& ctx, const Tensor& self, Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kAliasCopy>(self) && out.scalar_type() == self.scalar_type(), out);
  return copy_to_out(ctx, self, out);
}

}  // namespace torch::executor::native
