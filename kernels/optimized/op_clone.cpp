// clone(self) = self
#include "etk/creation.h"
#include "vec/copy.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kClone[] = "clone.out";

Tensor& opt_clone_out(
    Context& ctx,
    const Tensor& self,
    std::optional<executorch::aten::MemoryFormat> memory_format,
    Tensor& out) {
  ETK_REQUIRE(ctx, is_valid_format(memory_format, out), out);
  ETK_REQUIRE(ctx, accepts<kClone>(self) && out.scalar_type() == self.scalar_type(), out);
  return vec::copy_to_out(ctx, View(self), out);
}

}  // namespace torch::executor::native
