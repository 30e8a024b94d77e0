// fmod(self, other) = what is left of self / other, rounded toward zero; it has the sign of self

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_fmod.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/integer_division-inl.h"

ETK_VEC_MAP_NUMBERS(remainder, 2, "fmod.Scalar_out", "fmod.Tensor_out");

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_NUMBERS_AT_COST(remainder_numbers, 4);
}  // namespace etk::vec

ETK_FASTER_MAP("fmod.Scalar_out", remainder_numbers);
ETK_FASTER_MAP("fmod.Tensor_out", remainder_numbers);

#include "portable/op_fmod.cpp"

#endif  // HWY_ONCE
