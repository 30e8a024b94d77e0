// bitwise_not(x): every bit of x turned over; a bool has one
#include "etk/elementwise/map.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kBitwiseNot[] = "bitwise_not.out";

Tensor& bitwise_not_out(Context& ctx, const Tensor& self, Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  ETK_REQUIRE(ctx, (dtype == ScalarType::Bool || is_number(dtype)) && out.scalar_type() == dtype, out);
  const int64_t bits = dtype == ScalarType::Bool ? 1 : -1;
  return map<kBitwiseNot, Promote::kInteger>(ctx, out, [bits](auto x) { return x ^ bits; }, self);
}

}  // namespace torch::executor::native
