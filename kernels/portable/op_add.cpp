// add(self, other, alpha) = self + alpha · other
#include "etk/elementwise/arithmetic.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kAdd[] = "add.out";
static constexpr char kAddScalar[] = "add.Scalar_out";

static const auto scaled_sum = of_complex(wrapping([](auto a, auto b, auto alpha) { return a + alpha * b; }));

Tensor& ETK_KERNEL(add_out)(
    Context& ctx, const Tensor& self, const Tensor& other, const Scalar& alpha, Tensor& out) {
  const auto& factor = fixed_or<kAdd, 2>(alpha);
  ETK_REQUIRE(ctx, (is_valid_alpha<kAdd, 2>(factor, self, other)), out);
  return map<kAdd, Promote::kSame>(ctx, out, scaled_sum, self, other, unpromoted(factor));
}

Tensor& ETK_KERNEL(add_scalar_out)(
    Context& ctx, const Tensor& self, const Scalar& other, const Scalar& alpha, Tensor& out) {
  ETK_REQUIRE(ctx, is_valid_result(out, self, other) && is_valid_alpha(alpha, self, other), out);
  return map<kAddScalar, Promote::kSame>(ctx, out, scaled_sum, self, other, unpromoted(alpha));
}

}  // namespace torch::executor::native
