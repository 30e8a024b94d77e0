// bitwise_or(self, other) = self | other, bit by bit
#include "etk/elementwise/map.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kBitwiseOrScalar[] = "bitwise_or.Scalar_out";
static constexpr char kBitwiseOrScalarTensor[] = "bitwise_or.Scalar_Tensor_out";
static constexpr char kBitwiseOrTensor[] = "bitwise_or.Tensor_out";

static const auto bitwise_or = [](auto a, auto b) { return a | b; };

Tensor& ETK_KERNEL_AS(bitwise_or_Scalar_out, bitwise_or_scalar_out)(
    Context& ctx, const Tensor& self, const Scalar& other, Tensor& out) {
  return map<kBitwiseOrScalar, Promote::kInteger>(ctx, out, bitwise_or, self, other);
}

Tensor& ETK_KERNEL_AS(bitwise_or_Scalar_Tensor_out, bitwise_or_scalar_tensor_out)(
    Context& ctx, const Scalar& self, const Tensor& other, Tensor& out) {
  return map<kBitwiseOrScalarTensor, Promote::kInteger>(ctx, out, bitwise_or, self, other);
}

Tensor& ETK_KERNEL_AS(bitwise_or_Tensor_out, bitwise_or_tensor_out)(
    Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  return map<kBitwiseOrTensor, Promote::kInteger>(ctx, out, bitwise_or, self, other);
}

}  // namespace torch::executor::native
