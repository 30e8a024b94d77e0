// tan(x)

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_tan.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/trigonometry-inl.h"

ETK_VEC_MAP(tan, 1);

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(tan_floats, 6);
}  // namespace etk::vec

ETK_FASTER_MAP("tan.out", tan_floats);

#include "portable/op_tan.cpp"

#endif  // HWY_ONCE
