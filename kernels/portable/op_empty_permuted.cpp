// empty_permuted(size, physical_layout): a tensor of this size that holds anything, with its dimensions in
// this order in memory; the out has an order of its own
#include "etk/base/number_checks.h"
#include "etk/base/selected_dtypes.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kEmptyPermuted[] = "empty_permuted.out";

Tensor& empty_permuted_out(
    Context& ctx, ArrayRef<int64_t> size, ArrayRef<int64_t> physical_layout, Tensor& out) {
  Shape shape;
  ETK_REQUIRE(ctx, read_shape(size, shape) && size.size() == physical_layout.size(), out);
  // PyTorch does not take negative dimensions here.
  DimSet named = 0;
  for (const int64_t dim : physical_layout) {
    ETK_REQUIRE(ctx, dim >= 0 && dim < static_cast<int64_t>(size.size()), out);
    ETK_REQUIRE(ctx, (named & DimSet{1} << dim) == 0, out);
    named |= DimSet{1} << dim;
  }
  ETK_REQUIRE(ctx, accepts<kEmptyPermuted>(out), out);
  resize(ctx, out, shape);
  return out;
}

}  // namespace torch::executor::native
