// zeros(size): a tensor of this size with 0 everywhere
#include "etk/creation.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kZeros[] = "zeros.out";

Tensor& zeros_out(Context& ctx, ArrayRef<int64_t> size, Tensor& out) {
  Shape shape;
  ETK_REQUIRE(ctx, read_shape(size, shape), out);
  ETK_REQUIRE(ctx, accepts<kZeros>(out) && compute_of(part_of(out.scalar_type())) != Compute::kNone, out);
  if (resize(ctx, out, shape)) {
    fill(View(out), 0);
  }
  return out;
}

}  // namespace torch::executor::native
