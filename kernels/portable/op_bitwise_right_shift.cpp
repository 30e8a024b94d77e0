// bitwise_right_shift(self, other) = self / 2^other, rounded down
#include "etk/elementwise/map.h"
#include "etk/elementwise/shift.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kBitwiseRightShift[] = "bitwise_right_shift.Tensor_out";
static constexpr char kBitwiseRightShiftScalarTensor[] = "bitwise_right_shift.Scalar_Tensor_out";
static constexpr char kBitwiseRightShiftScalar[] = "bitwise_right_shift.Tensor_Scalar_out";

Tensor& ETK_KERNEL_AS(bitwise_right_shift_Tensor_out, bitwise_right_shift_tensor_out)(
    Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  return map<kBitwiseRightShift, Promote::kShift>(ctx, out, ShiftRight(), self, other);
}

Tensor& ETK_KERNEL_AS(bitwise_right_shift_Tensor_Scalar_out, bitwise_right_shift_tensor_scalar_out)(
    Context& ctx, const Tensor& self, const Scalar& other, Tensor& out) {
  return map<kBitwiseRightShiftScalar, Promote::kShift>(ctx, out, ShiftRight(), self, other);
}

Tensor& ETK_KERNEL_AS(bitwise_right_shift_Scalar_Tensor_out, bitwise_right_shift_scalar_tensor_out)(
    Context& ctx, const Scalar& self, const Tensor& other, Tensor& out) {
  return map<kBitwiseRightShiftScalarTensor, Promote::kShift>(ctx, out, ShiftRight(), self, other);
}

}  // namespace torch::executor::native
