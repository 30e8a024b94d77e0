// bitwise_left_shift(self, other) = self · 2^other

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_bitwise_left_shift.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/elementwise/shift-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

void bitwise_left_shift_integers(const Input* in, Output out, size_t n) {
  map_integers<
      selected_bits("bitwise_left_shift.Tensor_out", "bitwise_left_shift.Tensor_Scalar_out"), LeftShift, 2>(
      in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_INTEGERS(bitwise_left_shift_integers);
}  // namespace etk::vec

ETK_FASTER_MAP("bitwise_left_shift.Tensor_out", bitwise_left_shift_integers);
ETK_FASTER_MAP("bitwise_left_shift.Tensor_Scalar_out", bitwise_left_shift_integers);

#include "portable/op_bitwise_left_shift.cpp"

#endif  // HWY_ONCE
