// as_strided_copy(self, size, stride, storage_offset): elements at these distances in the memory of self
#include "etk/base/copy.h"
#include "etk/move/part.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kAsStridedCopy[] = "as_strided_copy.out";

Tensor& as_strided_copy_out(
    Context& ctx,
    const Tensor& self,
    ArrayRef<int64_t> size,
    ArrayRef<int64_t> stride,
    std::optional<int64_t> storage_offset,
    Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kAsStridedCopy>(self) && out.scalar_type() == self.scalar_type(), out);
  View view(self);
  ETK_REQUIRE(ctx, strided(view, size, stride, storage_offset), out);
  return copy_to_out(ctx, view, out);
}

}  // namespace torch::executor::native
