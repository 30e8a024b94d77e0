// expm1(x) = eˣ - 1

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_expm1.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/exponential-inl.h"

ETK_VEC_MAP(expm1, 1);

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(expm1_floats, 2);
}  // namespace etk::vec

ETK_FASTER_MAP("expm1.out", expm1_floats);

#include "portable/op_expm1.cpp"

#endif  // HWY_ONCE
