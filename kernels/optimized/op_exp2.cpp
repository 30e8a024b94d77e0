// exp2(x) = 2^x

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_exp2.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/exponential-inl.h"

ETK_VEC_MAP(exp2, 1);

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(exp2_floats, 2);
}  // namespace etk::vec

ETK_FASTER_MAP("exp2.out", exp2_floats);

#include "portable/op_exp2.cpp"

#endif  // HWY_ONCE
