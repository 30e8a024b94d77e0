// erf(x) = 2 / √π · ∫ e^(-t²) dt from 0 to x

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_erf.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/erf-inl.h"

ETK_VEC_MAP(erf, 1);

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(erf_floats, 5);
}  // namespace etk::vec

ETK_FASTER_MAP("erf.out", erf_floats);

#include "portable/op_erf.cpp"

#endif  // HWY_ONCE
