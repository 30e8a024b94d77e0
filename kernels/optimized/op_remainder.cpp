// remainder(self, other) = what is left of self / other, rounded down; it has the sign of other

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_remainder.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/integer_division-inl.h"

ETK_VEC_MAP_NUMBERS(floored_remainder, 2, "remainder.Scalar_out", "remainder.Tensor_out");

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_NUMBERS_AT_COST(floored_remainder_numbers, 4);
}  // namespace etk::vec

ETK_FASTER_MAP("remainder.Scalar_out", floored_remainder_numbers);
ETK_FASTER_MAP("remainder.Tensor_out", floored_remainder_numbers);

#include "portable/op_remainder.cpp"

#endif  // HWY_ONCE
