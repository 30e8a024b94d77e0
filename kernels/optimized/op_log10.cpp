// log10(x): the logarithm to base 10

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_log10.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/logarithm-inl.h"

ETK_VEC_MAP(log10, 1);

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(log10_floats, 3);
}  // namespace etk::vec

ETK_FASTER_MAP("log10.out", log10_floats);

#include "portable/op_log10.cpp"

#endif  // HWY_ONCE
