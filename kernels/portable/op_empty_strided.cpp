// empty_strided(size, stride): a tensor of this size that holds anything; the out has strides of its own
#include "etk/base/number_checks.h"
#include "etk/base/selected_dtypes.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kEmptyStrided[] = "empty_strided.out";

Tensor& empty_strided_out(Context& ctx, ArrayRef<int64_t> size, ArrayRef<int64_t> stride, Tensor& out) {
  Shape shape;
  ETK_REQUIRE(ctx, read_shape(size, shape) && size.size() == stride.size(), out);
  for (const int64_t distance : stride) {
    ETK_REQUIRE(ctx, distance >= 0, out);
  }
  ETK_REQUIRE(ctx, accepts<kEmptyStrided>(out), out);
  resize(ctx, out, shape);
  return out;
}

}  // namespace torch::executor::native
