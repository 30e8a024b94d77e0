// cosh(x)

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_cosh.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/exponential-inl.h"

ETK_VEC_MAP(cosh, 1);

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(cosh_floats, 3);
}  // namespace etk::vec

ETK_FASTER_MAP("cosh.out", cosh_floats);

#include "portable/op_cosh.cpp"

#endif  // HWY_ONCE
