// atan2(self, other): the angle of the point (other, self)

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_atan2.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/arc-inl.h"

ETK_VEC_MAP(atan2, 2);

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(atan2_floats, 5);
}  // namespace etk::vec

ETK_FASTER_MAP("atan2.out", atan2_floats);

#include "portable/op_atan2.cpp"

#endif  // HWY_ONCE
