// as_strided_scatter(self, src, size, stride, storage_offset): self with src in place of the elements at
// these distances in its memory
#include "etk/base/dim_order.h"
#include "etk/move/part.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kAsStridedScatter[] = "as_strided_scatter.out";

Tensor& as_strided_scatter_out(
    Context& ctx,
    const Tensor& self,
    const Tensor& src,
    ArrayRef<int64_t> size,
    ArrayRef<int64_t> stride,
    std::optional<int64_t> storage_offset,
    Tensor& out) {
  ETK_REQUIRE(ctx, has_dim_order(out, std::nullopt, &self), out);  // otherwise strides would not match
  for (size_t d = 0; d < size.size() && d < stride.size(); ++d) {
    ETK_REQUIRE(ctx, size[d] <= 1 || stride[d] != 0, out);
  }
  return replace_part<kAsStridedScatter>(
      ctx, self, src, out, [=](View& view) { return strided(view, size, stride, storage_offset); });
}

}  // namespace torch::executor::native
