// atan(x)

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_atan.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/arc-inl.h"

ETK_VEC_MAP(atan, 1);

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(atan_floats, 4);
}  // namespace etk::vec

ETK_FASTER_MAP("atan.out", atan_floats);

#include "portable/op_atan.cpp"

#endif  // HWY_ONCE
