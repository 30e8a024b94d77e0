// hardtanh(x) = x, but at least min_val and at most max_val; NaN if one of them is
#include "etk/elementwise/limits.h"
#include "etk/elementwise/map.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kHardtanh[] = "hardtanh.out";

Tensor& ETK_KERNEL(hardtanh_out)(
    Context& ctx, const Tensor& self, const Scalar& min_val, const Scalar& max_val, Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  const auto& low = fixed_or<kHardtanh, 1>(min_val);
  const auto& high = fixed_or<kHardtanh, 2>(max_val);
  ETK_REQUIRE(ctx, (is_hardtanh_limit<kHardtanh, 1>(dtype, low)), out);
  ETK_REQUIRE(ctx, (is_hardtanh_limit<kHardtanh, 2>(dtype, high)), out);
  return map<kHardtanh, Promote::kSame>(
      ctx, out, ClampLimits{true, true}, self, unpromoted(low), unpromoted(high));
}

}  // namespace torch::executor::native
