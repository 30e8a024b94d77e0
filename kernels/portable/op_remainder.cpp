// remainder(self, other) = what is left of self / other, rounded down; it has the sign of other
#include "etk/elementwise/division.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kRemainderScalar[] = "remainder.Scalar_out";
static constexpr char kRemainderScalarTensor[] = "remainder.Scalar_Tensor_out";
static constexpr char kRemainderTensor[] = "remainder.Tensor_out";

Tensor& ETK_KERNEL_AS(remainder_Scalar_out, remainder_scalar_out)(
    Context& ctx, const Tensor& self, const Scalar& other, Tensor& out) {
  ETK_REQUIRE(ctx, is_divisible(self, other), out);
  return map<kRemainderScalar, Promote::kNumber>(ctx, out, FlooredRemainder(), self, other);
}

Tensor& ETK_KERNEL_AS(remainder_Scalar_Tensor_out, remainder_scalar_tensor_out)(
    Context& ctx, const Scalar& self, const Tensor& other, Tensor& out) {
  ETK_REQUIRE(ctx, is_divisible(self, other), out);
  return map<kRemainderScalarTensor, Promote::kNumber>(ctx, out, FlooredRemainder(), self, other);
}

Tensor& ETK_KERNEL_AS(remainder_Tensor_out, remainder_tensor_out)(
    Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  ETK_REQUIRE(ctx, is_divisible(self, other), out);
  return map<kRemainderTensor, Promote::kNumber>(ctx, out, FlooredRemainder(), self, other);
}

}  // namespace torch::executor::native
