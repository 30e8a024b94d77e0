// bitwise_xor(self, other) = self ^ other, bit by bit
#include "etk/elementwise/map.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kBitwiseXorScalar[] = "bitwise_xor.Scalar_out";
static constexpr char kBitwiseXorScalarTensor[] = "bitwise_xor.Scalar_Tensor_out";
static constexpr char kBitwiseXorTensor[] = "bitwise_xor.Tensor_out";

static const auto bitwise_xor = [](auto a, auto b) { return a ^ b; };

Tensor& ETK_KERNEL_AS(bitwise_xor_Scalar_out, bitwise_xor_scalar_out)(
    Context& ctx, const Tensor& self, const Scalar& other, Tensor& out) {
  return map<kBitwiseXorScalar, Promote::kInteger>(ctx, out, bitwise_xor, self, other);
}

Tensor& ETK_KERNEL_AS(bitwise_xor_Scalar_Tensor_out, bitwise_xor_scalar_tensor_out)(
    Context& ctx, const Scalar& self, const Tensor& other, Tensor& out) {
  return map<kBitwiseXorScalarTensor, Promote::kInteger>(ctx, out, bitwise_xor, self, other);
}

Tensor& ETK_KERNEL_AS(bitwise_xor_Tensor_out, bitwise_xor_tensor_out)(
    Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  return map<kBitwiseXorTensor, Promote::kInteger>(ctx, out, bitwise_xor, self, other);
}

}  // namespace torch::executor::native
