// tanh(x)

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_tanh.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/exponential-inl.h"

ETK_VEC_MAP(tanh, 1);

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(tanh_floats, 4);
}  // namespace etk::vec

ETK_FASTER_MAP("tanh.out", tanh_floats);

#include "portable/op_tanh.cpp"

#endif  // HWY_ONCE
