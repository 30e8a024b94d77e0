// randn(size): a tensor of this size with numbers of the normal distribution
#include "etk/base/number_checks.h"
#include "etk/base/selected_dtypes.h"
#include "etk/creation/random.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kRandn[] = "randn.out";

Tensor& randn_out(Context& ctx, ArrayRef<int64_t> size, Tensor& out) {
  Shape shape;
  ETK_REQUIRE(ctx, read_shape(size, shape), out);
  ETK_REQUIRE(ctx, accepts<kRandn>(out) && is_floating(out.scalar_type()), out);
  if (resize(ctx, out, shape)) {
    fill_random(out, [](Random& random, ScalarType) { return random.normal(); });
  }
  return out;
}

}  // namespace torch::executor::native
