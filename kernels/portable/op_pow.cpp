// pow(self, exponent) = self ^ exponent
#include "etk/elementwise/power.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kPowScalar[] = "pow.Scalar_out";
static constexpr char kPowTensorScalar[] = "pow.Tensor_Scalar_out";
static constexpr char kPowTensorTensor[] = "pow.Tensor_Tensor_out";

Tensor& ETK_KERNEL_AS(pow_Scalar_out, pow_scalar_out)(
    Context& ctx, const Scalar& self, const Tensor& exponent, Tensor& out) {
  ETK_REQUIRE(ctx, has_powers(self, exponent), out);
  return map<kPowScalar, Promote::kSame>(ctx, out, Power(), self, exponent);
}

Tensor& ETK_KERNEL_AS(pow_Tensor_Scalar_out, pow_tensor_scalar_out)(
    Context& ctx, const Tensor& self, const Scalar& exponent, Tensor& out) {
  if (is_root(self, exponent)) {
    return map<kPowTensorScalar, Promote::kFloat>(ctx, out, Root{to<double>(exponent) < 0}, self);
  }
  ETK_REQUIRE(ctx, has_power(self, exponent), out);
  return map<kPowTensorScalar, Promote::kSame>(ctx, out, Power(), self, exponent);
}

Tensor& ETK_KERNEL_AS(pow_Tensor_Tensor_out, pow_tensor_tensor_out)(
    Context& ctx, const Tensor& self, const Tensor& exponent, Tensor& out) {
  return map<kPowTensorTensor, Promote::kNumber>(ctx, out, Power(), self, exponent);
}

}  // namespace torch::executor::native
