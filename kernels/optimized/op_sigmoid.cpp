// sigmoid(x) = 1 / (1 + e⁻ˣ)

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_sigmoid.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/exponential-inl.h"

ETK_VEC_MAP(sigmoid, 1);

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(sigmoid_floats, 3);
}  // namespace etk::vec

ETK_FASTER_MAP("sigmoid.out", sigmoid_floats);

#include "portable/op_sigmoid.cpp"

#endif  // HWY_ONCE
