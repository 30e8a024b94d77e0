// exp(x) = eˣ

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_exp.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/exponential-inl.h"

ETK_VEC_MAP(exp, 1);

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(exp_floats, 2);
}  // namespace etk::vec

ETK_FASTER_MAP("exp.out", exp_floats);

#include "portable/op_exp.cpp"

#endif  // HWY_ONCE
