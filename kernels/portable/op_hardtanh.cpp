// hardtanh(x) = x, but at least min_val and at most max_val
#include "etk/limits.h"
#include "etk/map.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kHardtanh[] = "hardtanh.out";

Tensor& hardtanh_out(
    Context& ctx, const Tensor& self, const Scalar& min_val, const Scalar& max_val, Tensor& out) {
  ETK_REQUIRE(ctx, Hardtanh::takes(self.scalar_type(), min_val, max_val), out);
  return map<kHardtanh, Promote::kSame>(ctx, out, Hardtanh(), self, unpromoted(min_val), unpromoted(max_val));
}

}  // namespace torch::executor::native
