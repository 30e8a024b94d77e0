// floor_divide(self, other) = self / other, rounded down

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_floor_divide.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/integer_division-inl.h"

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

ETK_VEC_MAP_NUMBERS(floor_divide, 2, "floor_divide.out");

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_NUMBERS_AT_COST(floor_divide_numbers, 6);
}  // namespace etk::vec

ETK_FASTER_MAP("floor_divide.out", floor_divide_numbers);

#include "portable/op_floor_divide.cpp"

#endif  // HWY_ONCE
