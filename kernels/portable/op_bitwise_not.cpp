// bitwise_not(x): every bit of x turned over; a bool has one
#include "etk/elementwise/map.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kBitwiseNot[] = "bitwise_not.out";

Tensor& ETK_KERNEL(bitwise_not_out)(Context& ctx, const Tensor& self, Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  ETK_REQUIRE(ctx, (dtype == ScalarType::Bool || is_number(dtype)) && out.scalar_type() == dtype, out);
  const Scalar bits(dtype == ScalarType::Bool ? 1 : dtype == ScalarType::Byte ? 255 : -1);
  const auto f = [](auto x, auto all) { return x ^ all; };
  return map<kBitwiseNot, Promote::kInteger>(ctx, out, f, self, unpromoted(bits));
}

}  // namespace torch::executor::native
