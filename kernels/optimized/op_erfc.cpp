// erfc(x) = 1 - erf(x), without loss where erf(x) is near 1

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_erfc.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/erf-inl.h"

ETK_VEC_MAP(erfc, 1);

#if HWY_ONCE

#include "etk/elementwise/map.h"

#include <cmath>

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(erfc_floats, 5);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static constexpr char kErfc[] = "erfc.out";

Tensor& opt_erfc_out(Context& ctx, const Tensor& self, Tensor& out) {
  return vec::map<kErfc, Promote::kFloat>(
      ctx, out, vec::erfc_floats_pointer(), [](auto x) { return std::erfc(x); }, self);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
