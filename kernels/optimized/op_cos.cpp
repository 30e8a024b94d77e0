// cos(x)

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_cos.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/trigonometry-inl.h"

ETK_VEC_MAP(cos, 1);

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(cos_floats, 4);
}  // namespace etk::vec

ETK_FASTER_MAP("cos.out", cos_floats);

#include "portable/op_cos.cpp"

#endif  // HWY_ONCE
