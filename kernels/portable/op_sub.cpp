// sub(self, other, alpha) = self - alpha · other = self + (-alpha) · other
#include "etk/elementwise/arithmetic.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSub[] = "sub.out";
static constexpr char kSubScalar[] = "sub.Scalar_out";

static const auto scaled_difference =
    of_complex(wrapping([](auto a, auto b, auto factor) { return a + factor * b; }));

Tensor& ETK_KERNEL(sub_out)(
    Context& ctx, const Tensor& self, const Tensor& other, const Scalar& alpha, Tensor& out) {
  const Scalar factor = negative_alpha(alpha);
  ETK_REQUIRE(ctx, is_valid_alpha(factor, self, other) && !is_bool(self) && !is_bool(other), out);
  return map<kSub, Promote::kSame>(ctx, out, scaled_difference, self, other, unpromoted(factor));
}

Tensor& ETK_KERNEL(sub_scalar_out)(
    Context& ctx, const Tensor& self, const Scalar& other, const Scalar& alpha, Tensor& out) {
  const Scalar factor = negative_alpha(alpha);
  ETK_REQUIRE(
      ctx,
      is_valid_result(out, self, other) && is_valid_alpha(factor, self, other) && !is_bool(self) &&
          !is_bool(other),
      out);
  return map<kSubScalar, Promote::kSame>(ctx, out, scaled_difference, self, other, unpromoted(factor));
}

}  // namespace torch::executor::native
