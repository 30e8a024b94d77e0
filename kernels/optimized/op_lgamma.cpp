// lgamma(x) = log |Γ(x)|

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_lgamma.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/gamma-inl.h"

ETK_VEC_MAP(lgamma, 1);

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(lgamma_floats, 10);
}  // namespace etk::vec

ETK_FASTER_MAP("lgamma.out", lgamma_floats);

#include "portable/op_lgamma.cpp"

#endif  // HWY_ONCE
