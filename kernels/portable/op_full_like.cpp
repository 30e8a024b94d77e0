// full_like(self, fill_value): a tensor like self with the value everywhere
#include "etk/creation/filled.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kFullLike[] = "full_like.out";

Tensor& ETK_KERNEL(full_like_out)(
    Context& ctx,
    const Tensor& self,
    const Scalar& fill_value,
    std::optional<executorch::aten::MemoryFormat> memory_format,
    Tensor& out) {
  return set_full_like<kFullLike>(ctx, self, fill_value, memory_format, out);
}

}  // namespace torch::executor::native
