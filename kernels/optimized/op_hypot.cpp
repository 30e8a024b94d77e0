// hypot(self, other) = √(self² + other²), also where the squares would be infinite

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_hypot.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/power-inl.h"

ETK_VEC_MAP(hypot, 2);

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(hypot_floats, 4);
}  // namespace etk::vec

ETK_FASTER_MAP("hypot.out", hypot_floats);

#include "portable/op_hypot.cpp"

#endif  // HWY_ONCE
