// hardtanh(x) = x, but at least min_val and at most max_val
#include "etk/map.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kHardtanh[] = "hardtanh.out";

Tensor& hardtanh_out(
    Context& ctx, const Tensor& self, const Scalar& min_val, const Scalar& max_val, Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  ETK_REQUIRE(ctx, dtype != ScalarType::Bool, out);
  // Limits that an unsigned dtype cannot hold would wrap around.
  const bool negative = to<double>(min_val) < 0 || to<double>(max_val) < 0;
  ETK_REQUIRE(ctx, dtype != ScalarType::Byte || !negative, out);
  const auto clamp = [](auto x, auto low, auto high) {
    const auto raised = x < low ? low : x;
    return raised > high ? high : raised;
  };
  return map<kHardtanh, Promote::kSame>(ctx, out, clamp, self, unpromoted(min_val), unpromoted(max_val));
}

}  // namespace torch::executor::native
