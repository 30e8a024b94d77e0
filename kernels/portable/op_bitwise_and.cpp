// bitwise_and(self, other) = self & other, bit by bit
#include "etk/elementwise/map.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kBitwiseAndScalar[] = "bitwise_and.Scalar_out";
static constexpr char kBitwiseAndScalarTensor[] = "bitwise_and.Scalar_Tensor_out";
static constexpr char kBitwiseAndTensor[] = "bitwise_and.Tensor_out";

static const auto bitwise_and = [](auto a, auto b) { return a & b; };

Tensor& ETK_KERNEL_AS(bitwise_and_Scalar_out, bitwise_and_scalar_out)(
    Context& ctx, const Tensor& self, const Scalar& other, Tensor& out) {
  return map<kBitwiseAndScalar, Promote::kInteger>(ctx, out, bitwise_and, self, other);
}

Tensor& ETK_KERNEL_AS(bitwise_and_Scalar_Tensor_out, bitwise_and_scalar_tensor_out)(
    Context& ctx, const Scalar& self, const Tensor& other, Tensor& out) {
  return map<kBitwiseAndScalarTensor, Promote::kInteger>(ctx, out, bitwise_and, self, other);
}

Tensor& ETK_KERNEL_AS(bitwise_and_Tensor_out, bitwise_and_tensor_out)(
    Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  return map<kBitwiseAndTensor, Promote::kInteger>(ctx, out, bitwise_and, self, other);
}

}  // namespace torch::executor::native
