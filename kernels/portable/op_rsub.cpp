// rsub(self, other, alpha) = other - alpha · self = other + (-alpha) · self
#include "etk/elementwise/arithmetic.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kRsubScalar[] = "rsub.Scalar_out";
static constexpr char kRsubTensor[] = "rsub.Tensor_out";

static const auto reverse_sum =
    of_complex(wrapping([](auto a, auto b, auto factor) { return b + factor * a; }));

Tensor& ETK_KERNEL(rsub_scalar_out)(
    Context& ctx, const Tensor& self, const Scalar& other, const Scalar& alpha, Tensor& out) {
  const Scalar factor = negative_alpha(alpha);
  ETK_REQUIRE(
      ctx,
      is_valid_result(out, self, other) && is_valid_alpha(factor, other, self) && !is_bool(self) &&
          !is_bool(other),
      out);
  return map<kRsubScalar, Promote::kNumber>(ctx, out, reverse_sum, self, other, unpromoted(factor));
}

Tensor& ETK_KERNEL(rsub_tensor_out)(
    Context& ctx, const Tensor& self, const Tensor& other, const Scalar& alpha, Tensor& out) {
  const Scalar factor = negative_alpha(alpha);
  ETK_REQUIRE(
      ctx,
      is_valid_result(out, self, other) && is_valid_alpha(factor, other, self) && !is_bool(self) &&
          !is_bool(other),
      out);
  return map<kRsubTensor, Promote::kNumber>(ctx, out, reverse_sum, self, other, unpromoted(factor));
}

}  // namespace torch::executor::native
