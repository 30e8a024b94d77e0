// floor_divide(self, other) = self / other, rounded down

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_floor_divide.cpp"
#include "vec/each_target.h"

#include "vec/division-inl.h"
#include "vec/map-inl.h"

ETK_VEC_MAP(floored_quotient, 2);

#if HWY_ONCE

#include "etk/division.h"

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(floored_quotient_floats, 6);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static constexpr char kFloorDivide[] = "floor_divide.out";

Tensor& opt_floor_divide_out(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  ETK_REQUIRE(ctx, is_divisible(self, other), out);
  return vec::map<kFloorDivide, Promote::kNumber>(
      ctx, out, vec::floored_quotient_floats_pointer(), FlooredQuotient(), self, unrounded(other));
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
