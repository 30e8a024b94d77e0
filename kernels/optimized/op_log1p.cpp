// log1p(x) = log(1 + x)

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_log1p.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/logarithm-inl.h"

ETK_VEC_MAP(log1p, 1);

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(log1p_floats, 4);
}  // namespace etk::vec

ETK_FASTER_MAP("log1p.out", log1p_floats);

#include "portable/op_log1p.cpp"

#endif  // HWY_ONCE
