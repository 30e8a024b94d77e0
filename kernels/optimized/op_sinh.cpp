// sinh(x)

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_sinh.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/exponential-inl.h"

ETK_VEC_MAP(sinh, 1);

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(sinh_floats, 4);
}  // namespace etk::vec

ETK_FASTER_MAP("sinh.out", sinh_floats);

#include "portable/op_sinh.cpp"

#endif  // HWY_ONCE
