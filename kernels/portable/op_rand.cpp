// rand(size): a tensor of this size with numbers drawn uniformly from [0, 1)
#include "etk/base/number_checks.h"
#include "etk/base/selected_dtypes.h"
#include "etk/creation/random.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kRand[] = "rand.out";

Tensor& rand_out(Context& ctx, ArrayRef<int64_t> size, Tensor& out) {
  Shape shape;
  ETK_REQUIRE(ctx, read_shape(size, shape), out);
  ETK_REQUIRE(ctx, accepts<kRand>(out) && is_floating(out.scalar_type()), out);
  if (resize(ctx, out, shape)) {
    fill_random(out, [](Random& random, ScalarType dtype) { return random.uniform(dtype); });
  }
  return out;
}

}  // namespace torch::executor::native
