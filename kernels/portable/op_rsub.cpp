// rsub(self, other, alpha) = other - alpha · self
#include "etk/arithmetic.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kRsubScalar[] = "rsub.Scalar_out";
static constexpr char kRsubTensor[] = "rsub.Tensor_out";

static const auto reverse_difference =
    of_complex(wrapping([](auto a, auto b, auto alpha) { return b - alpha * a; }));

Tensor& rsub_scalar_out(
    Context& ctx, const Tensor& self, const Scalar& other, const Scalar& alpha, Tensor& out) {
  ETK_REQUIRE(ctx, is_valid_alpha(alpha, other, self) && !is_bool(self) && !is_bool(other), out);
  return map<kRsubScalar, Promote::kNumber>(ctx, out, reverse_difference, self, other, unpromoted(alpha));
}

Tensor& rsub_tensor_out(
    Context& ctx, const Tensor& self, const Tensor& other, const Scalar& alpha, Tensor& out) {
  ETK_REQUIRE(ctx, is_valid_alpha(alpha, other, self) && !is_bool(self) && !is_bool(other), out);
  return map<kRsubTensor, Promote::kNumber>(ctx, out, reverse_difference, self, other, unpromoted(alpha));
}

}  // namespace torch::executor::native
