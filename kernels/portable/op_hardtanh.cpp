// hardtanh(x) = x, but at least min_val and at most max_val; NaN if one of them is
#include "etk/elementwise/limits.h"
#include "etk/elementwise/map.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kHardtanh[] = "hardtanh.out";

Tensor& ETK_KERNEL(hardtanh_out)(
    Context& ctx, const Tensor& self, const Scalar& min_val, const Scalar& max_val, Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  ETK_REQUIRE(ctx, is_hardtanh_limit(dtype, min_val) && is_hardtanh_limit(dtype, max_val), out);
  return map<kHardtanh, Promote::kSame>(
      ctx, out, ClampLimits{true, true}, self, unpromoted(min_val), unpromoted(max_val));
}

}  // namespace torch::executor::native
