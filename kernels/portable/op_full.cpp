// full(size, fill_value): a tensor of this size with the value everywhere
#include "etk/creation.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kFull[] = "full.out";

Tensor& full_out(Context& ctx, ArrayRef<int64_t> size, const Scalar& fill_value, Tensor& out) {
  Shape shape;
  ETK_REQUIRE(ctx, read_shape(size, shape), out);
  ETK_REQUIRE(ctx, accepts<kFull>(out) && can_hold(out.scalar_type(), fill_value), out);
  if (resize(ctx, out, shape)) {
    fill(View(out), fill_value);
  }
  return out;
}

}  // namespace torch::executor::native
