// fmod(self, other) = what is left of self / other, rounded toward zero; it has the sign of self
#include "etk/elementwise/division.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kFmodScalar[] = "fmod.Scalar_out";
static constexpr char kFmodTensor[] = "fmod.Tensor_out";

Tensor& ETK_KERNEL_AS(fmod_Scalar_out, fmod_scalar_out)(
    Context& ctx, const Tensor& self, const Scalar& other, Tensor& out) {
  ETK_REQUIRE(ctx, is_divisible(self, other), out);
  return map<kFmodScalar, Promote::kNumber>(ctx, out, TruncatedRemainder(), self, other);
}

Tensor& ETK_KERNEL_AS(fmod_Tensor_out, fmod_tensor_out)(
    Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  ETK_REQUIRE(ctx, is_divisible(self, other), out);
  return map<kFmodTensor, Promote::kNumber>(ctx, out, TruncatedRemainder(), self, other);
}

}  // namespace torch::executor::native
