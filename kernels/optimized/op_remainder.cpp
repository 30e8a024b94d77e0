// remainder(self, other) = what is left of self / other, rounded down; it has the sign of other

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_remainder.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/integer_division-inl.h"

#ifndef ETK_REMAINDER_NAMES
#define ETK_REMAINDER_NAMES
static constexpr char kRemainderScalar[] = "remainder.Scalar_out";
static constexpr char kRemainderTensor[] = "remainder.Tensor_out";
#endif

ETK_VEC_MAP_NUMBERS(kRemainderScalar, kRemainderTensor, floored_remainder, 2);

#if HWY_ONCE

#include "etk/elementwise/division.h"

namespace etk::vec {
ETK_VEC_EXPORT_NUMBERS_AT_COST(floored_remainder_numbers, 4);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

Tensor& opt_remainder_scalar_out(Context& ctx, const Tensor& self, const Scalar& other, Tensor& out) {
  ETK_REQUIRE(ctx, is_divisible(self, other), out);
  return vec::map<kRemainderScalar, Promote::kNumber>(
      ctx, out, vec::floored_remainder_numbers_pointer(), FlooredRemainder(), self, other);
}

Tensor& opt_remainder_tensor_out(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  ETK_REQUIRE(ctx, is_divisible(self, other), out);
  return vec::map<kRemainderTensor, Promote::kNumber>(
      ctx, out, vec::floored_remainder_numbers_pointer(), FlooredRemainder(), self, other);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
