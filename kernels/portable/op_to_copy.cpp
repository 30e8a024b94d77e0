// _to_copy(self) = self, cast to the dtype of the out
#include "etk/base/copy.h"
#include "etk/base/number_checks.h"
#include "etk/base/selected_dtypes.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kToCopy[] = "_to_copy.out";

Tensor& to_copy_out(
    Context& ctx,
    const Tensor& self,
    bool non_blocking,
    std::optional<executorch::aten::MemoryFormat> memory_format,
    Tensor& out) {
  (void)non_blocking;  // copies on a CPU are always blocking
  ETK_REQUIRE(ctx, is_valid_format(memory_format, out), out);
  ETK_REQUIRE(ctx, (accepts<kToCopy>(self, out)) && can_copy(self.scalar_type(), out.scalar_type()), out);
  return copy_to_out(ctx, self, out);
}

}  // namespace torch::executor::native
