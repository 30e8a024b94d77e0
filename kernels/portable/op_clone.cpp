// clone(self) = self
#include "etk/move/clone.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kClone[] = "clone.out";

Tensor& ETK_KERNEL(clone_out)(
    Context& ctx,
    const Tensor& self,
    std::optional<executorch::aten::MemoryFormat> memory_format,
    Tensor& out) {
  return clone<kClone>(ctx, self, memory_format, out);
}

}  // namespace torch::executor::native
