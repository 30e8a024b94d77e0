// randint(low, high, size): a tensor of this size with integers drawn uniformly from [low, high)
#include "etk/base/number_checks.h"
#include "etk/base/selected_dtypes.h"
#include "etk/creation/random_integers.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kRandint[] = "randint.out";
static constexpr char kRandintLow[] = "randint.low_out";

Tensor& randint_out(Context& ctx, int64_t high, ArrayRef<int64_t> size, Tensor& out) {
  Shape shape;
  ETK_REQUIRE(ctx, read_shape(size, shape), out);
  return random_integers<kRandint>(ctx, shape, 0, high, out);
}

Tensor& randint_low_out(Context& ctx, int64_t low, int64_t high, ArrayRef<int64_t> size, Tensor& out) {
  Shape shape;
  ETK_REQUIRE(ctx, read_shape(size, shape), out);
  return random_integers<kRandintLow>(ctx, shape, low, high, out);
}

}  // namespace torch::executor::native
