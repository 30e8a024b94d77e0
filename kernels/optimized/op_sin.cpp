// sin(x)

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_sin.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/trigonometry-inl.h"

ETK_VEC_MAP(sin, 1);

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(sin_floats, 4);
}  // namespace etk::vec

ETK_FASTER_MAP("sin.out", sin_floats);

#include "portable/op_sin.cpp"

#endif  // HWY_ONCE
