// atanh(x)

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_atanh.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/logarithm-inl.h"

ETK_VEC_MAP(atanh, 1);

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(atanh_floats, 5);
}  // namespace etk::vec

ETK_FASTER_MAP("atanh.out", atanh_floats);

#include "portable/op_atanh.cpp"

#endif  // HWY_ONCE
