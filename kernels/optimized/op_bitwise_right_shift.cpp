// bitwise_right_shift(self, other) = self / 2^other, rounded down

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_bitwise_right_shift.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/elementwise/shift-inl.h"

#ifndef ETK_BITWISE_RIGHT_SHIFT_NAMES
#define ETK_BITWISE_RIGHT_SHIFT_NAMES
static constexpr char kBitwiseRightShift[] = "bitwise_right_shift.Tensor_out";
static constexpr char kBitwiseRightShiftScalar[] = "bitwise_right_shift.Tensor_Scalar_out";
#endif

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

void bitwise_right_shift_integers(const Input* in, Output out, size_t n) {
  map_integers<kBitwiseRightShift, kBitwiseRightShiftScalar, RightShift, 2>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/elementwise/map.h"
#include "etk/elementwise/shift.h"

namespace etk::vec {
ETK_VEC_EXPORT_INTEGERS(bitwise_right_shift_integers);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

Tensor& opt_bitwise_right_shift_tensor_out(
    Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  return vec::map<kBitwiseRightShift, Promote::kShift>(
      ctx, out, vec::bitwise_right_shift_integers_pointer(), ShiftRight(), self, other);
}

Tensor& opt_bitwise_right_shift_tensor_scalar_out(
    Context& ctx, const Tensor& self, const Scalar& other, Tensor& out) {
  return vec::map<kBitwiseRightShiftScalar, Promote::kShift>(
      ctx, out, vec::bitwise_right_shift_integers_pointer(), ShiftRight(), self, other);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
