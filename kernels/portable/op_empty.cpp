// empty(size): a tensor of this size that holds anything
#include "etk/base/number_checks.h"
#include "etk/base/selected_dtypes.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kEmpty[] = "empty.out";

Tensor& empty_out(
    Context& ctx,
    ArrayRef<int64_t> size,
    std::optional<executorch::aten::MemoryFormat> memory_format,
    Tensor& out) {
  Shape shape;
  ETK_REQUIRE(ctx, read_shape(size, shape), out);
  ETK_REQUIRE(ctx, accepts<kEmpty>(out) && is_valid_format(memory_format, out), out);
  resize(ctx, out, shape);
  return out;
}

}  // namespace torch::executor::native
