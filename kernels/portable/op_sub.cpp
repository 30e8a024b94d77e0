// sub(self, other, alpha) = self - alpha · other
#include "etk/arithmetic.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSub[] = "sub.out";
static constexpr char kSubScalar[] = "sub.Scalar_out";

static const auto difference = of_complex(wrapping([](auto a, auto b, auto alpha) { return a - alpha * b; }));

Tensor& sub_out(Context& ctx, const Tensor& self, const Tensor& other, const Scalar& alpha, Tensor& out) {
  ETK_REQUIRE(ctx, is_valid_alpha(alpha, self, other) && !is_bool(self) && !is_bool(other), out);
  return map<kSub, Promote::kSame>(ctx, out, difference, self, other, unpromoted(alpha));
}

Tensor& sub_scalar_out(
    Context& ctx, const Tensor& self, const Scalar& other, const Scalar& alpha, Tensor& out) {
  ETK_REQUIRE(ctx, is_valid_alpha(alpha, self, other) && !is_bool(self) && !other.isBoolean(), out);
  return map<kSubScalar, Promote::kSame>(ctx, out, difference, self, other, unpromoted(alpha));
}

}  // namespace torch::executor::native
