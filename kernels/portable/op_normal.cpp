// normal(mean, std, size): a tensor of this size with numbers drawn from the normal distribution
#include "etk/base/number_checks.h"
#include "etk/base/selected_dtypes.h"
#include "etk/creation/random.h"

#include <optional>

namespace torch::executor::native {
using namespace etk;

static constexpr char kNormal[] = "normal.float_float_out";

Tensor& normal_float_float_out(
    Context& ctx,
    double mean,
    double std,
    ArrayRef<int64_t> size,
    std::nullopt_t /*generator*/,
    Tensor& out) {
  Shape shape;
  ETK_REQUIRE(ctx, read_shape(size, shape) && std >= 0, out);
  ETK_REQUIRE(ctx, accepts<kNormal>(out) && is_floating(out.scalar_type()), out);
  const auto draw = [](Random& random, ScalarType, double middle, double deviation) {
    return middle + deviation * random.normal();
  };
  if (resize(ctx, out, shape)) {
    fill_random(out, draw, mean, std);
  }
  return out;
}

}  // namespace torch::executor::native
