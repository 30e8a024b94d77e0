// bitwise_right_shift(self, other) = self / 2^other, rounded down: 0 or -1 if other is negative or too large
#include "etk/map.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kBitwiseRightShift[] = "bitwise_right_shift.Tensor_out";
static constexpr char kBitwiseRightShiftScalar[] = "bitwise_right_shift.Tensor_Scalar_out";

static const auto shift_right = [](int64_t a, int64_t b) -> int64_t {
  return a >> (b < 0 || b > 63 ? 63 : b);
};

Tensor& bitwise_right_shift_Tensor_out(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  return map<kBitwiseRightShift, Promote::kShift>(ctx, out, shift_right, self, other);
}

Tensor& bitwise_right_shift_Tensor_Scalar_out(
    Context& ctx, const Tensor& self, const Scalar& other, Tensor& out) {
  return map<kBitwiseRightShiftScalar, Promote::kShift>(ctx, out, shift_right, self, other);
}

}  // namespace torch::executor::native
