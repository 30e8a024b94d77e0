// log(x): the natural logarithm

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_log.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/logarithm-inl.h"

ETK_VEC_MAP(log, 1);

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(log_floats, 3);
}  // namespace etk::vec

ETK_FASTER_MAP("log.out", log_floats);

#include "portable/op_log.cpp"

#endif  // HWY_ONCE
