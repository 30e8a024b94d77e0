// ones(size): a tensor of this size with 1 everywhere
#include "etk/creation.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kOnes[] = "ones.out";

Tensor& ones_out(Context& ctx, ArrayRef<int64_t> size, Tensor& out) {
  Shape shape;
  ETK_REQUIRE(ctx, read_shape(size, shape), out);
  ETK_REQUIRE(ctx, accepts<kOnes>(out) && compute_of(part_of(out.scalar_type())) != Compute::kNone, out);
  if (resize(ctx, out, shape)) {
    fill(View(out), 1);
  }
  return out;
}

}  // namespace torch::executor::native
