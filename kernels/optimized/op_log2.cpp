// log2(x): the logarithm to base 2

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_log2.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/logarithm-inl.h"

ETK_VEC_MAP(log2, 1);

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(log2_floats, 3);
}  // namespace etk::vec

ETK_FASTER_MAP("log2.out", log2_floats);

#include "portable/op_log2.cpp"

#endif  // HWY_ONCE
