// bitwise_left_shift(self, other) = self · 2^other, without the bits that fall off: all of them if other is
// negative or too large
#include "etk/map.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kBitwiseLeftShift[] = "bitwise_left_shift.Tensor_out";
static constexpr char kBitwiseLeftShiftScalar[] = "bitwise_left_shift.Tensor_Scalar_out";

static const auto shift_left = [](int64_t a, int64_t b) -> int64_t {
  // Bits beyond those of a smaller dtype fall off when the result is stored.
  return b < 0 || b > 63 ? 0 : static_cast<int64_t>(static_cast<uint64_t>(a) << b);
};

Tensor& bitwise_left_shift_Tensor_out(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  return map<kBitwiseLeftShift, Promote::kShift>(ctx, out, shift_left, self, other);
}

Tensor& bitwise_left_shift_Tensor_Scalar_out(
    Context& ctx, const Tensor& self, const Scalar& other, Tensor& out) {
  return map<kBitwiseLeftShiftScalar, Promote::kShift>(ctx, out, shift_left, self, other);
}

}  // namespace torch::executor::native
