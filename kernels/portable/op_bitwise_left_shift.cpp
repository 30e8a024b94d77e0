// bitwise_left_shift(self, other) = self · 2^other
#include "etk/elementwise/map.h"
#include "etk/elementwise/shift.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kBitwiseLeftShift[] = "bitwise_left_shift.Tensor_out";
static constexpr char kBitwiseLeftShiftScalarTensor[] = "bitwise_left_shift.Scalar_Tensor_out";
static constexpr char kBitwiseLeftShiftScalar[] = "bitwise_left_shift.Tensor_Scalar_out";

Tensor& ETK_KERNEL_AS(bitwise_left_shift_Tensor_out, bitwise_left_shift_tensor_out)(
    Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  return map<kBitwiseLeftShift, Promote::kShift>(ctx, out, ShiftLeft(), self, other);
}

Tensor& ETK_KERNEL_AS(bitwise_left_shift_Tensor_Scalar_out, bitwise_left_shift_tensor_scalar_out)(
    Context& ctx, const Tensor& self, const Scalar& other, Tensor& out) {
  return map<kBitwiseLeftShiftScalar, Promote::kShift>(ctx, out, ShiftLeft(), self, other);
}

Tensor& ETK_KERNEL_AS(bitwise_left_shift_Scalar_Tensor_out, bitwise_left_shift_scalar_tensor_out)(
    Context& ctx, const Scalar& self, const Tensor& other, Tensor& out) {
  return map<kBitwiseLeftShiftScalarTensor, Promote::kShift>(ctx, out, ShiftLeft(), self, other);
}

}  // namespace torch::executor::native
