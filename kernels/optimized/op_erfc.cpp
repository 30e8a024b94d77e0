// erfc(x) = 1 - erf(x), without loss where erf(x) is near 1

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_erfc.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/erf-inl.h"

ETK_VEC_MAP(erfc, 1);

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(erfc_floats, 5);
}  // namespace etk::vec

ETK_FASTER_MAP("erfc.out", erfc_floats);

#include "portable/op_erfc.cpp"

#endif  // HWY_ONCE
