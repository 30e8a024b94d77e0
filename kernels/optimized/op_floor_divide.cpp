// floor_divide(self, other) = self / other, rounded down

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_floor_divide.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/integer_division-inl.h"

#ifndef ETK_FLOOR_DIVIDE_NAME
#define ETK_FLOOR_DIVIDE_NAME
static constexpr char kFloorDivide[] = "floor_divide.out";
#endif

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

template <class D, class V>
HWY_INLINE V floor_divide(D d, V x, V y) {
  return floored_quotient(d, x, y);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

ETK_VEC_MAP_NUMBERS(kFloorDivide, kFloorDivide, floor_divide, 2);

#if HWY_ONCE

#include "etk/elementwise/division.h"

namespace etk::vec {
ETK_VEC_EXPORT_NUMBERS_AT_COST(floor_divide_numbers, 6);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

Tensor& opt_floor_divide_out(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  ETK_REQUIRE(ctx, is_divisible(self, other), out);
  return vec::map<kFloorDivide, Promote::kNumber>(
      ctx, out, vec::floor_divide_numbers_pointer(), FlooredQuotient(), self, unrounded(other));
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
