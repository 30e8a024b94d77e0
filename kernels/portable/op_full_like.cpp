// full_like(self, fill_value): a tensor like self with the value everywhere
#include "etk/creation.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kFullLike[] = "full_like.out";

Tensor& full_like_out(
    Context& ctx,
    const Tensor& self,
    const Scalar& fill_value,
    std::optional<executorch::aten::MemoryFormat> memory_format,
    Tensor& out) {
  ETK_REQUIRE(ctx, is_valid_format(memory_format, out), out);
  ETK_REQUIRE(ctx, accepts<kFullLike>(self, out) && can_hold(out.scalar_type(), fill_value), out);
  if (resize(ctx, out, Shape(self))) {
    fill(View(out), fill_value);
  }
  return out;
}

}  // namespace torch::executor::native
