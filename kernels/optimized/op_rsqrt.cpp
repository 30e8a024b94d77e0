// rsqrt(x) = 1 / √x

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_rsqrt.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/power-inl.h"

ETK_VEC_MAP(rsqrt, 1);

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(rsqrt_floats, 2);
}  // namespace etk::vec

ETK_FASTER_MAP("rsqrt.out", rsqrt_floats);

#include "portable/op_rsqrt.cpp"

#endif  // HWY_ONCE
